"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { DeliveryView } from "../panel/developers/delivery-view";
import { Empty } from "../ui/empty";
import { FailureNotice } from "../ui/failure";
import { PageHead } from "../ui/page-head";
import { readFailure } from "../ui/read-failure";
import { Skeleton } from "../ui/skeleton";
import { useTRPC } from "./trpc";
import { ResendOne } from "./webhooks/resend-one";

/** One webhook delivery of a merchant with every attempt. It is fetched again regularly while it is pending. */
export function PartnerDeliveryScreen({ partnerId, deliveryId }: { partnerId: string; deliveryId: string }) {
  const t = useTranslations("staff");
  const trpc = useTRPC();
  const partner = useQuery(trpc.partner.get.queryOptions({ partnerId }));
  const delivery = useQuery(
    trpc.partner.delivery.queryOptions(
      { partnerId, deliveryId },
      { refetchInterval: ({ state }) => (state.data?.status === "pending" ? 3_000 : false) },
    ),
  );
  const isMissing = readFailure(delivery.error).code === "not_found";
  return (
    <>
      <PageHead
        back={{ href: `/staff/partners/${partnerId}/webhooks`, label: partner.data?.name ?? partnerId }}
        title={delivery.data?.type ?? t("delivery")}
        actions={delivery.data?.isResendable && <ResendOne partnerId={partnerId} deliveryId={deliveryId} />}
      >
        <span className="font-mono text-xs wrap-anywhere">{deliveryId}</span>
      </PageHead>
      {isMissing && <Empty title={t("missing")} />}
      {delivery.isError && !isMissing && <FailureNotice error={delivery.error} onRetry={() => delivery.refetch()} />}
      {delivery.isPending && <Skeleton className="h-96 w-full" />}
      {delivery.data && <DeliveryView delivery={delivery.data} />}
    </>
  );
}
