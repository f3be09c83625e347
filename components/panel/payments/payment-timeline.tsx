"use client";
import { useQuery } from "@tanstack/react-query";
import { FailureNotice } from "../../ui/failure";
import { Skeleton } from "../../ui/skeleton";
import { useTRPC } from "../trpc";
import { hasDueDelivery, TimelineEvents } from "./timeline-events";

/** The timeline events of a payment, oldest first. */
export function PaymentTimeline({
  paymentCode,
  refetchInterval,
}: {
  paymentCode: string;
  refetchInterval: number | false;
}) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.payment.timeline.queryOptions({ paymentCode }),
    // The webhook deliveries happen shortly after the payment has ended, so the query continues for a while.
    refetchInterval: ({ state }) => refetchInterval || (hasDueDelivery(state.data) ? 3_000 : false),
  });
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  return <TimelineEvents events={data} toDeliveryHref={(id) => `/panel/developers/webhooks/${id}`} />;
}
