"use client";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { useLanguage } from "../../ui/language";
import type { StateTone } from "../../ui/state";
import { TextLink } from "../../ui/text-link";
import { describeEvent } from "./describe-event";
import type { PaymentEvent } from "./payment-types";

interface TimelineEventsProps {
  /** The events of a payment, oldest first. */
  readonly events: readonly PaymentEvent[];
  /** Returns the path of a delivery's screen. */
  toDeliveryHref(deliveryId: string): string;
}

/** The events of a payment as a line of dots, in the panel and in the back-office. */
export function TimelineEvents({ events, toDeliveryHref }: TimelineEventsProps) {
  const t = useTranslations("shared.timeline");
  return (
    <ol aria-label={t("caption")} className="border-l border-line pl-5">
      {events.map((event, index) => (
        <TimelineItem key={toKey(event, index)} event={event} toDeliveryHref={toDeliveryHref} />
      ))}
    </ol>
  );
}

/**
 * Returns whether a delivery attempt is due about now. Later attempts are minutes and hours apart and not waited for.
 */
export const hasDueDelivery = (events: readonly PaymentEvent[] | undefined): boolean =>
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

function TimelineItem({
  event,
  toDeliveryHref,
}: Pick<TimelineEventsProps, "toDeliveryHref"> & { readonly event: PaymentEvent }) {
  const t = useTranslations("shared.timeline");
  const reasons = useTranslations("shared.reasons");
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
        {deliveryId && <TextLink href={toDeliveryHref(deliveryId)}>{t("delivery")}</TextLink>}
      </p>
    </li>
  );
}
