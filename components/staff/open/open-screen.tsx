"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "../../ui/failure";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { OpenSummary } from "../bank-days/open-summary";
import { useTRPC } from "../trpc";
import { CorrectionTable } from "./correction-table";
import { HeldTable } from "./held-table";
import { QuestionTable } from "./question-table";

/** How often the queue is read again, in ms. */
const refetchInterval = 10_000;

/** What waits for an answer about money: unknown outcomes, held payments, and corrections for a second person. */
export function OpenScreen() {
  const t = useTranslations("staff.open");
  const { data, error, refetch } = useQuery({ ...useTRPC().open.list.queryOptions(), refetchInterval });
  return (
    <>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      <OpenSummary />
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && (
        <>
          <Section title={t("questions")}>
            <QuestionTable questions={data.questions} />
            {data.hasMore && <p className="mt-3 text-ink-soft">{t("hasMore")}</p>}
          </Section>
          <Section title={t("held")}>
            <p className="mb-3 text-ink-soft">{t("heldHelp")}</p>
            <HeldTable held={data.held} />
          </Section>
          <Section title={t("corrections")}>
            <CorrectionTable corrections={data.corrections} />
          </Section>
        </>
      )}
    </>
  );
}
