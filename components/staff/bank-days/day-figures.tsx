"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Amount } from "../../ui/amount";
import { DateTime } from "../../ui/date-time";
import { DownloadLink } from "../../ui/download-link";
import { useLanguage } from "../../ui/language";
import type { BankDayView, BoardDay } from "./bank-day-types";
import { useDayWords } from "./day-words";
import { Lines } from "./use-day-columns";

/** The sums of a day's file, what is claimed from its bank, and where the file comes from. */
export function DayFigures({ view: { day, claims } }: { view: BankDayView }) {
  const t = useTranslations("staff.bankDays");
  const language = useLanguage();
  const { soldKurus, backKurus, commissionKurus } = day;
  return (
    <>
      <dl className="mb-3 grid divide-line rounded-card border border-line max-sm:divide-y sm:grid-cols-3 lg:grid-cols-5 lg:divide-x">
        <Figure term={t("lines")}>
          <Lines {...day} />
        </Figure>
        <Figure term={t("sold")}>
          <Amount kurus={soldKurus} />
        </Figure>
        <Figure term={t("back")}>
          <Amount kurus={backKurus} />
        </Figure>
        <Figure term={t("commission")}>
          <Amount kurus={commissionKurus} />
        </Figure>
        <Figure term={t("net")}>
          <Amount kurus={soldKurus - backKurus - commissionKurus} />
        </Figure>
      </dl>
      <Source day={day} />
      {claims.count > 0 && (
        <div className="mb-8 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 py-3">
          <p>
            <span className="text-ink-soft">{t("claims", { count: claims.count })}:</span>{" "}
            <span className="font-semibold tabular-nums">
              <Amount kurus={claims.kurus} />
            </span>
          </p>
          <DownloadLink href={`/staff/export/bank-day-claims.csv?bankDayId=${day.bankDayId}&lang=${language}`}>
            {t("claimsFile")}
          </DownloadLink>
        </div>
      )}
    </>
  );
}

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0 px-4 py-3 max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:py-1.5">
    <dt className="text-ink-soft">{term}</dt>
    <dd className="text-base font-semibold tabular-nums max-sm:text-right">{children}</dd>
  </div>
);

/** An import compares its file within this time, in ms. */
const sameMs = 120_000;

/** The file with its layout, who imported it, and when it was compared last. */
function Source({ day }: { day: BoardDay }) {
  const t = useTranslations("staff.bankDays");
  const { toFormat, toImporter } = useDayWords();
  const { fileName, format, revision, importedBy, importedAt, comparedAt } = day;
  return (
    <p className="mb-6 text-ink-soft wrap-anywhere">
      {fileName} · {toFormat(format)}
      {revision > 1 && ` · ${t("revision", { count: revision })}`} · {toImporter(importedBy)},{" "}
      <DateTime at={importedAt} />
      {comparedAt.getTime() - importedAt.getTime() > sameMs && (
        <>
          {" · "}
          {t("comparedAt")} <DateTime at={comparedAt} />
        </>
      )}
    </p>
  );
}
