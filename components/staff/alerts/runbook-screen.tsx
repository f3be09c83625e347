"use client";
import { useTranslations } from "use-intl/react";
import { listKindsOf } from "@/server/domain/alerts";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/text-link";
import { NextStep } from "./next-step";

const severities = ["now", "today", "record"] as const;

/** What each kind of alert means, what to do, and how it ends. Messages about alerts link to the entry of a kind. */
export function RunbookScreen() {
  const t = useTranslations("staff.runbook");
  const alerts = useTranslations("staff.alerts");
  const words = useTranslations("staff.alertSeverities");
  const kinds = useTranslations("staff.alertKinds");
  const advice = useTranslations("staff.alertAdvice");
  return (
    <>
      <PageHead title={t("title")} back={{ href: "/staff/alerts", label: alerts("title") }}>
        {t("intro")}
      </PageHead>
      {severities.map((severity) => (
        <Section key={severity} title={`${words(severity)}: ${t(severity)}`}>
          <ul className="divide-y divide-line rounded-card border border-line">
            {listKindsOf(severity).map((kind) => (
              <li key={kind} id={kind} className="scroll-mt-4 px-4 py-3 target:bg-surface">
                <h3 className="font-medium">
                  {kinds(kind)} <code className="ml-1 text-xs font-normal text-ink-soft">{kind}</code>
                </h3>
                <p className="mt-1 max-w-prose">{advice(kind)}</p>
                <p className="flex flex-wrap gap-x-4">
                  <TextLink href={`/staff/alerts?kind=${kind}`}>{t("toAlerts")}</TextLink>
                  {severity !== "record" && <NextStep kind={kind} isInRunbook />}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
