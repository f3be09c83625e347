"use client";
import type { ReactNode } from "react";
import { displayAmount } from "@/server/domain/money";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { TextLink } from "../../ui/text-link";
import { declineWords, paymentFailureWords } from "../words/reasons";
import { StateOf } from "../words/state-of";
import type { LinkTimeline as Timeline } from "./link-type";
import { linkWords } from "./link-words";

type LinkMoment = Timeline["moments"][number];

/** What became of a link, from its creation on. */
export function LinkTimeline({ moments }: { moments: readonly LinkMoment[] | undefined }) {
  const said = useWords(linkWords);
  return (
    <Section title={said.timeline}>
      {moments === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <ol className="border-l border-line">
          {moments.map((moment) => (
            <li key={keyOf(moment)} className="relative pb-4 pl-5 last:pb-0">
              <span
                aria-hidden="true"
                className="absolute top-1.5 -left-[5px] size-2.5 rounded-full border-2 border-paper bg-ink-soft"
              />
              <What moment={moment} />
              <p className="text-ink-soft">
                <Moment at={moment.at} style="second" />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function keyOf(moment: LinkMoment): string {
  if (moment.kind === "delivery") return moment.deliveryId;
  const of = "paymentCode" in moment ? moment.paymentCode : "";
  return `${moment.kind} ${of} ${moment.at.getTime()}`;
}

function What({ moment }: { moment: LinkMoment }) {
  const said = useWords(linkWords);
  const language = useLanguage();
  switch (moment.kind) {
    case "created":
    case "first_opened":
    case "last_opened":
      return <p>{said.moments[moment.kind]}</p>;
    case "ended":
      return <p className="font-medium">{said.moments[moment.status]}</p>;
    case "payment_started":
      return (
        <p>
          <PaymentLink paymentCode={moment.paymentCode}>
            {said.paymentStarted(displayAmount(moment.amountKurus, language), moment.installment)}
          </PaymentLink>
        </p>
      );
    case "card":
      return (
        <p className="flex flex-wrap gap-x-3">
          <span>{said.cardTried(moment.last4)}</span>
          <StateOf kind="attempt" value={moment.status} />
          {moment.declineReason && (
            <span className="text-ink-soft">{declineWords(moment.declineReason, language)}</span>
          )}
        </p>
      );
    case "payment_ended":
      return <PaymentEnd moment={moment} />;
    case "delivery":
      return (
        <p className="flex flex-wrap items-center gap-x-3">
          <TextLink href={`/panel/developers/webhooks/${moment.deliveryId}`}>
            {said.webhook(moment.type)}
          </TextLink>
          <StateOf kind="delivery" value={moment.status} />
        </p>
      );
  }
}

function PaymentEnd({ moment }: { moment: Extract<LinkMoment, { kind: "payment_ended" }> }) {
  const said = useWords(linkWords);
  const language = useLanguage();
  const why = moment.failureCode && paymentFailureWords(moment.failureCode, language);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <PaymentLink paymentCode={moment.paymentCode}>{said.paymentEnded}</PaymentLink>
        <StateOf kind="payment" value={moment.status} />
      </p>
      {why && <p className="text-ink-soft">{why}</p>}
    </>
  );
}

const PaymentLink = ({ paymentCode, children }: { paymentCode: string; children: ReactNode }) => (
  <TextLink href={`/panel/payments/${paymentCode}`}>{children}</TextLink>
);
