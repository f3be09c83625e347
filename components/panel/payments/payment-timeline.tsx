"use client";
import { useQuery } from "@tanstack/react-query";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Skeleton } from "../../ui/skeleton";
import type { StateTone } from "../../ui/state";
import { TextLink } from "../../ui/text-link";
import { useTRPC } from "../trpc";
import type { PaymentMoment } from "./timeline-types";
import { timelineWords } from "./timeline-words";
import { tell } from "./told-moment";

/** What happened to a payment, the first first. */
export function PaymentTimeline({
  paymentCode,
  refetchInterval,
}: {
  paymentCode: string;
  refetchInterval: number | false;
}) {
  const said = timelineWords[useLanguage()];
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.payment.timeline.queryOptions({ paymentCode }),
    // What is told to the merchant's server comes a little after the payment itself has come to its end.
    refetchInterval: ({ state }) => refetchInterval || (isStillTold(state.data) ? 3_000 : false),
  });
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  return (
    <ol aria-label={said.caption} className="border-l border-line pl-5">
      {data.map((moment, at) => (
        <TimelineItem key={keyOf(moment, at)} moment={moment} />
      ))}
    </ol>
  );
}

/** Within a few seconds: later attempts are minutes and hours apart. */
const isStillTold = (moments: readonly PaymentMoment[] | undefined): boolean =>
  moments?.some(({ kind, at }) => kind === "to_be_told" && Math.abs(at.getTime() - Date.now()) < 35_000) ??
  false;

/** Moments are only ever added, in the order of time. */
const keyOf = ({ kind, at }: PaymentMoment, place: number): string => `${kind}-${at.getTime()}-${place}`;

const dots: Readonly<Record<StateTone, string>> = {
  good: "bg-good",
  warn: "bg-warn",
  bad: "bg-bad",
  info: "bg-info",
  quiet: "bg-ink-soft",
};

function TimelineItem({ moment }: { moment: PaymentMoment }) {
  const language = useLanguage();
  const { tone, text, notes, deliveryId } = tell(moment, language);
  return (
    <li className="relative pb-4 last:pb-0">
      <span
        aria-hidden="true"
        className={`absolute top-1.5 -left-5 size-2.5 -translate-x-1/2 rounded-full ring-4 ring-paper ${dots[tone]}`}
      />
      <p className="wrap-anywhere">{text}</p>
      {notes.length > 0 && <p className="wrap-anywhere text-ink-soft">{notes.join(" · ")}</p>}
      <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
        <Moment at={moment.at} style="second" />
        {deliveryId && (
          <TextLink href={`/panel/developers/webhooks/${deliveryId}`}>
            {timelineWords[language].delivery}
          </TextLink>
        )}
      </p>
    </li>
  );
}
