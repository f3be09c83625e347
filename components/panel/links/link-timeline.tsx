"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import { useLanguage } from "../../ui/language";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { TextLink } from "../../ui/text-link";
import { declineWords, paymentFailureWords } from "../words/reasons";
import { StateBadge } from "../words/state-badge";
import type { LinkTimeline as Timeline } from "./link-types";

type LinkEvent = Timeline["events"][number];

/** The timeline events of a link, from its creation on. */
export function LinkTimeline({ events }: { events: readonly LinkEvent[] | undefined }) {
  const t = useTranslations("panel.link");
  return (
    <Section title={t("timeline")}>
      {events === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <ol className="border-l border-line">
          {events.map((event) => (
            <li key={toKey(event)} className="relative pb-4 pl-5 last:pb-0">
              <span
                aria-hidden="true"
                className="absolute top-1.5 -left-[5px] size-2.5 rounded-full border-2 border-paper bg-ink-soft"
              />
              <Description event={event} />
              <p className="text-ink-soft">
                <DateTime at={event.at} style="second" />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function toKey(event: LinkEvent): string {
  if (event.kind === "delivery") return event.deliveryId;
  const paymentCode = "paymentCode" in event ? event.paymentCode : "";
  return `${event.kind} ${paymentCode} ${event.at.getTime()}`;
}

function Description({ event }: { event: LinkEvent }) {
  const t = useTranslations("panel.link");
  const reasons = useTranslations("shared.reasons");
  const language = useLanguage();
  switch (event.kind) {
    case "created":
    case "first_opened":
    case "last_opened":
      return <p>{t(`moments.${event.kind}`)}</p>;
    case "ended":
      return <p className="font-medium">{t(`moments.${event.status}`)}</p>;
    case "payment_started":
      return (
        <p>
          <PaymentLink paymentCode={event.paymentCode}>
            {t("paymentStarted", { amount: displayAmount(event.amountKurus, language), count: event.installment })}
          </PaymentLink>
        </p>
      );
    case "card":
      return (
        <p className="flex flex-wrap gap-x-3">
          <span>{t("cardTried", { last4: event.last4 })}</span>
          <StateBadge kind="attempt" value={event.status} />
          {event.declineReason && <span className="text-ink-soft">{declineWords(event.declineReason, reasons)}</span>}
        </p>
      );
    case "payment_ended":
      return <PaymentEnd event={event} />;
    case "delivery":
      return (
        <p className="flex flex-wrap items-center gap-x-3">
          <TextLink href={`/panel/developers/webhooks/${event.deliveryId}`}>
            {t("webhook", { type: event.type })}
          </TextLink>
          <StateBadge kind="delivery" value={event.status} />
        </p>
      );
  }
}

function PaymentEnd({ event }: { event: Extract<LinkEvent, { kind: "payment_ended" }> }) {
  const t = useTranslations("panel.link");
  const reasons = useTranslations("shared.reasons");
  const why = event.failureCode && paymentFailureWords(event.failureCode, reasons);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <PaymentLink paymentCode={event.paymentCode}>{t("paymentEnded")}</PaymentLink>
        <StateBadge kind="payment" value={event.status} />
      </p>
      {why && <p className="text-ink-soft">{why}</p>}
    </>
  );
}

const PaymentLink = ({ paymentCode, children }: { paymentCode: string; children: ReactNode }) => (
  <TextLink href={`/panel/payments/${paymentCode}`}>{children}</TextLink>
);
