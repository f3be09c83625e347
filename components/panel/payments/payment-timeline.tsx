"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Skeleton } from "../../ui/skeleton";
import type { StateTone } from "../../ui/state";
import { TextLink } from "../../ui/text-link";
import { useTRPC } from "../trpc";
import { describeEvent } from "./describe-event";
import type { PaymentEvent } from "./payment-types";

/** The timeline events of a payment, oldest first. */
export function PaymentTimeline({
  paymentCode,
  refetchInterval,
}: {
  paymentCode: string;
  refetchInterval: number | false;
}) {
  const t = useTranslations("panel.timeline");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.payment.timeline.queryOptions({ paymentCode }),
    // The webhook deliveries happen shortly after the payment has ended, so the query continues for a while.
    refetchInterval: ({ state }) => refetchInterval || (hasDueDelivery(state.data) ? 3_000 : false),
  });
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  return (
    <ol aria-label={t("caption")} className="border-l border-line pl-5">
      {data.map((event, index) => (
        <TimelineItem key={toKey(event, index)} event={event} />
      ))}
    </ol>
  );
}

/**
 * Returns whether a delivery attempt is due about now. Later attempts are minutes and hours apart and not waited for.
 */
const hasDueDelivery = (events: readonly PaymentEvent[] | undefined): boolean =>
  events?.some((event) => event.kind === "delivery_planned" && Math.abs(event.inMs) < 35_000) ?? false;

/** Returns the React key. The index is stable, because events are only appended in the order of time. */
const toKey = ({ kind, at }: PaymentEvent, index: number): string => `${kind}-${at.getTime()}-${index}`;

const dots: Readonly<Record<StateTone, string>> = {
  good: "bg-good",
  warn: "bg-warn",
  bad: "bg-bad",
  info: "bg-info",
  quiet: "bg-ink-soft",
};

function TimelineItem({ event }: { event: PaymentEvent }) {
  const t = useTranslations("panel.timeline");
  const reasons = useTranslations("panel.reasons");
  const { tone, text, notes, deliveryId } = describeEvent(event, { t, reasons, language: useLanguage() });
  return (
    <li className="relative pb-4 last:pb-0">
      <span
        aria-hidden="true"
        className={`absolute top-1.5 -left-5 size-2.5 -translate-x-1/2 rounded-full ring-4 ring-paper ${dots[tone]}`}
      />
      <p className="wrap-anywhere">{text}</p>
      {notes.length > 0 && <p className="wrap-anywhere text-ink-soft">{notes.join(" · ")}</p>}
      <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
        <DateTime at={event.at} style="second" />
        {deliveryId && <TextLink href={`/panel/developers/webhooks/${deliveryId}`}>{t("delivery")}</TextLink>}
      </p>
    </li>
  );
}
