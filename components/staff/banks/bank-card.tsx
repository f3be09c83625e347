import { type ReactNode, useId } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { DateTime } from "../../ui/date-time";
import { State, type StateTone } from "../../ui/state";
import { TextLink } from "../../ui/text-link";
import type { BoardItem } from "./bank-types";
import { CallsChart } from "./calls-chart";

const tones: Readonly<Record<BoardItem["condition"], StateTone>> = {
  paused: "bad",
  down: "bad",
  slow: "warn",
  works: "good",
  quiet: "quiet",
};

const spans = ["quarter", "hour", "day"] as const;

/** One bank's host: its condition in a word, how it answered, and where to go from here. */
export function BankCard({ item }: { item: BoardItem }) {
  const t = useTranslations("staff.banks");
  const id = useId();
  const { name, host, condition } = item;
  const isTroubled = condition !== "works" && condition !== "quiet";
  return (
    <section aria-labelledby={id} className="rounded-card border border-line p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="min-w-0 text-base font-semibold wrap-anywhere">
          {name} <span className="text-sm font-normal text-ink-soft">{host}</span>
        </h2>
        <State tone={tones[condition]}>{t(`conditions.${condition}`)}</State>
      </div>
      {isTroubled && <p className="mt-1 max-w-prose text-ink-soft">{t(`help.${condition}`)}</p>}
      {host === null ? <p className="mt-2 text-ink-soft">{t("notCalled")}</p> : <Answers item={item} />}
      <Links item={item} />
    </section>
  );
}

function Answers({ item }: { item: BoardItem }) {
  const t = useTranslations("staff.banks");
  const format = useFormatter();
  const { medianMs, p95Ms, hashMismatches, refused, openOutcomes } = item;
  const counts = [
    { term: t("hashMismatches"), count: hashMismatches },
    { term: t("refused"), count: refused },
    { term: t("openOutcomes"), count: openOutcomes },
  ].filter(({ count }) => count > 0);
  return (
    <div className="mt-3 grid gap-x-8 gap-y-4 lg:grid-cols-2">
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-3 gap-3">
          {spans.map((span) => (
            <Share key={span} term={t(`spans.${span}`)} share={item[span]} />
          ))}
        </dl>
        <CallsChart halfHours={item.halfHours} />
      </div>
      <dl className="flex flex-col divide-y divide-line">
        <Line term={t("time")}>
          {medianMs === null || p95Ms === null
            ? t("noCalls")
            : t("times", { median: durationText(medianMs, format), p95: durationText(p95Ms, format) })}
        </Line>
        <Line term={t("lastAnswer")}>
          <Last last={item.lastAnswer} />
        </Line>
        <Line term={t("lastFailure")}>
          <Last last={item.lastFailure} />
        </Line>
        {counts.map(({ term, count }) => (
          <Line key={term} term={term}>
            {format.number(count)}
          </Line>
        ))}
      </dl>
    </div>
  );
}

/** The share of calls that the bank answered, rounded down so that a single failure never looks like none. */
function Share({ term, share: { calls, answered } }: { term: string; share: BoardItem["hour"] }) {
  const t = useTranslations("staff.banks");
  const format = useFormatter();
  const share = calls === 0 ? null : Math.floor((1_000 * answered) / calls) / 1_000;
  return (
    <div>
      <dt className="text-ink-soft">{term}</dt>
      <dd>
        <span className="text-lg font-semibold tabular-nums">
          {share === null ? "–" : format.number(share, { style: "percent", maximumFractionDigits: 1 })}
        </span>
        <span className="block text-ink-soft tabular-nums">{t("calls", { count: calls })}</span>
      </dd>
    </div>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-1.5 sm:grid-cols-[minmax(8rem,12rem)_1fr]">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="min-w-0 tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}

function Last({ last }: { last: BoardItem["lastAnswer"] }) {
  const t = useTranslations("staff.banks");
  if (last === null) return t("never");
  return (
    <>
      <DateTime at={last.at} style="second" /> · {t(`results.${last.result}`)}
    </>
  );
}

function Links({ item: { bank, subject, terminals, openOutcomes } }: { item: BoardItem }) {
  const t = useTranslations("staff.banks");
  return (
    <div className="mt-3 flex flex-wrap gap-x-6">
      <TextLink href={`/staff/terminals?bank=${bank}`}>{t("terminals", { count: terminals })}</TextLink>
      {openOutcomes > 0 && <TextLink href="/staff/open">{t("toOpen")}</TextLink>}
      {subject !== null && <TextLink href={`/staff/alerts?subject=${subject}`}>{t("toAlerts")}</TextLink>}
    </div>
  );
}

const durationText = (ms: number, format: ReturnType<typeof useFormatter>): string =>
  ms < 1_000
    ? format.number(ms, { style: "unit", unit: "millisecond" })
    : format.number(ms / 1_000, { style: "unit", unit: "second", maximumFractionDigits: 1 });
