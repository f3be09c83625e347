"use client";
import type { Language } from "@/server/domain/errors";
import { Amount } from "../../ui/amount";
import { useLanguage, useWords } from "../../ui/language";
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/text-link";
import type { PanelOutputs } from "../outputs";
import { changeOf, percentText, pointsText, successRate } from "./change";
import { type Figure, Figures } from "./figures";
import { homeWords } from "./home-words";
import type { HomeWords } from "./home-words-type";

export type HomeData = PanelOutputs["home"]["get"];
type Sums = HomeData["recent"];

/** Today's numbers, beside yesterday's. */
export function TodayFigures({ home: { today, yesterday } }: { home: HomeData }) {
  const said = useWords(homeWords);
  const language = useLanguage();
  const beside = (kurus: bigint) => (
    <>
      {said.yesterday} <Amount kurus={kurus} />
    </>
  );
  const before = successRate(yesterday.capturedCount, yesterday.notCapturedCount);
  const figures: Figure[] = [
    {
      term: said.captured,
      value: <Amount kurus={today.capturedKurus} />,
      note: said.captures(today.capturedCount),
      comparison: beside(yesterday.capturedKurus),
    },
    {
      term: said.refunded,
      value: <Amount kurus={today.refundedKurus} />,
      note: said.refunds(today.refundedCount),
      comparison: beside(yesterday.refundedKurus),
    },
    rateFigure(
      said,
      language,
      today,
      before === null ? null : `${said.yesterday} ${percentText(before, language)}`,
    ),
  ];
  return (
    <Section title={said.today}>
      <Figures figures={figures} />
    </Section>
  );
}

/** The numbers of 30 days, beside those of the 30 days before. */
export function RecentFigures({ home: { recent, before, openLinkCount } }: { home: HomeData }) {
  const said = useWords(homeWords);
  const language = useLanguage();
  const compared = (now: bigint, then: bigint) => comparison(said, language, now, then);
  const figures: Figure[] = [
    {
      term: said.captured,
      value: <Amount kurus={recent.capturedKurus} />,
      note: said.captures(recent.capturedCount),
      comparison: compared(recent.capturedKurus, before.capturedKurus),
    },
    {
      term: said.refunded,
      value: <Amount kurus={recent.refundedKurus} />,
      note: said.refunds(recent.refundedCount),
      comparison: compared(recent.refundedKurus, before.refundedKurus),
    },
    {
      term: said.commission,
      value: <Amount kurus={recent.commissionKurus} />,
      comparison: compared(recent.commissionKurus, before.commissionKurus),
    },
    {
      term: said.net,
      value: <Amount kurus={recent.netKurus} />,
      comparison: compared(recent.netKurus, before.netKurus),
    },
    rateFigure(said, language, recent, rateComparison(said, language, recent, before)),
    {
      term: said.openLinks,
      value: openLinkCount.toLocaleString(language === "tr" ? "tr-TR" : "en-GB"),
      note: <TextLink href={openLinksAddress}>{said.toLinks}</TextLink>,
    },
  ];
  return (
    <Section title={said.recent}>
      <Figures figures={figures} />
      <p className="mt-2 max-w-prose text-ink-soft">{said.netNote}</p>
    </Section>
  );
}

export const openLinksAddress = "/panel/links?status=pending&status=launched&status=initiated&status=failed";

function comparison(said: HomeWords, language: Language, now: bigint, before: bigint): string | null {
  const change = changeOf(now, before);
  if (change === null) return now === 0n ? null : said.noneBefore;
  if (change === 0) return said.same;
  const percent = percentText(Math.abs(change), language);
  return change > 0 ? said.more(percent) : said.less(percent);
}

function rateFigure(said: HomeWords, language: Language, sums: Sums, compared: string | null): Figure {
  const rate = successRate(sums.capturedCount, sums.notCapturedCount);
  return {
    term: said.successRate,
    value: rate === null ? said.noRate : percentText(rate, language),
    note: said.ended(sums.capturedCount, sums.capturedCount + sums.notCapturedCount),
    comparison: compared,
  };
}

function rateComparison(said: HomeWords, language: Language, now: Sums, then: Sums): string | null {
  const [rate, before] = [now, then].map((sums) => successRate(sums.capturedCount, sums.notCapturedCount));
  if (rate == null || before == null) return null;
  if (rate === before) return said.same;
  return said.points(pointsText(rate - before, language), rate > before);
}
