"use client";
import { useFormatter, useTranslations } from "use-intl/react";
import type { Translator } from "@/messages/catalogues";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { Amount } from "../../ui/amount";
import { useLanguage } from "../../ui/language";
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/text-link";
import type { PanelOutputs } from "../outputs";
import { type Figure, Figures } from "./figures";
import { percentText, pointsText, relativeChange, successRate } from "./home-statistics";

export type HomeData = PanelOutputs["home"]["get"];
type Sums = HomeData["recent"];

/** Today's figures, compared with yesterday's. */
export function TodayFigures({ home: { today, yesterday } }: { home: HomeData }) {
  const t = useTranslations("panel.home");
  const language = useLanguage();
  // The amount has no-break spaces, so that it never wraps.
  const compareWith = (kurus: bigint) =>
    t("yesterday", { figure: displayAmount(kurus, language).replaceAll(" ", "\u00a0") });
  const before = successRate(yesterday.capturedCount, yesterday.notCapturedCount);
  const figures: Figure[] = [
    {
      term: t("captured"),
      value: <Amount kurus={today.capturedKurus} />,
      note: t("captures", { count: today.capturedCount }),
      comparison: compareWith(yesterday.capturedKurus),
    },
    {
      term: t("refunded"),
      value: <Amount kurus={today.refundedKurus} />,
      note: t("refunds", { count: today.refundedCount }),
      comparison: compareWith(yesterday.refundedKurus),
    },
    rateFigure(t, language, today, before === null ? null : t("yesterday", { figure: percentText(before, language) })),
  ];
  return (
    <Section title={t("today")}>
      <Figures figures={figures} />
    </Section>
  );
}

/** The figures of the last 30 days, compared with the 30 days before. */
export function RecentFigures({ home: { recent, before, openLinkCount } }: { home: HomeData }) {
  const t = useTranslations("panel.home");
  const format = useFormatter();
  const language = useLanguage();
  const compared = (now: bigint, then: bigint) => comparison(t, language, now, then);
  const figures: Figure[] = [
    {
      term: t("captured"),
      value: <Amount kurus={recent.capturedKurus} />,
      note: t("captures", { count: recent.capturedCount }),
      comparison: compared(recent.capturedKurus, before.capturedKurus),
    },
    {
      term: t("refunded"),
      value: <Amount kurus={recent.refundedKurus} />,
      note: t("refunds", { count: recent.refundedCount }),
      comparison: compared(recent.refundedKurus, before.refundedKurus),
    },
    {
      term: t("commission"),
      value: <Amount kurus={recent.commissionKurus} />,
      comparison: compared(recent.commissionKurus, before.commissionKurus),
    },
    {
      term: t("net"),
      value: <Amount kurus={recent.netKurus} />,
      comparison: compared(recent.netKurus, before.netKurus),
    },
    rateFigure(t, language, recent, rateComparison(t, language, recent, before)),
    {
      term: t("openLinks"),
      value: format.number(openLinkCount),
      note: <TextLink href={openLinksAddress}>{t("toLinks")}</TextLink>,
    },
  ];
  return (
    <Section title={t("recent")}>
      <Figures figures={figures} />
      <p className="mt-2 max-w-prose text-ink-soft">{t("netNote")}</p>
    </Section>
  );
}

export const openLinksAddress = "/panel/links?status=pending&status=launched&status=initiated&status=failed";

function comparison(t: Translator<"panel.home">, language: Language, now: bigint, before: bigint): string | null {
  const change = relativeChange(now, before);
  if (change === null) return now === 0n ? null : t("noneBefore");
  if (change === 0) return t("same");
  const percent = percentText(Math.abs(change), language);
  return change > 0 ? t("more", { percent }) : t("less", { percent });
}

function rateFigure(t: Translator<"panel.home">, language: Language, sums: Sums, compared: string | null): Figure {
  const rate = successRate(sums.capturedCount, sums.notCapturedCount);
  return {
    term: t("successRate"),
    value: rate === null ? "–" : percentText(rate, language),
    note: t("ended", { captured: sums.capturedCount, all: sums.capturedCount + sums.notCapturedCount }),
    comparison: compared,
  };
}

function rateComparison(t: Translator<"panel.home">, language: Language, now: Sums, then: Sums): string | null {
  const [rate, before] = [now, then].map((sums) => successRate(sums.capturedCount, sums.notCapturedCount));
  if (rate == null || before == null) return null;
  if (rate === before) return t("same");
  return t("points", { points: pointsText(rate - before, language), isMore: String(rate > before) });
}
