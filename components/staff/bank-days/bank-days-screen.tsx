"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { ButtonLink } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { ShortList } from "../../ui/list/short-list";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { bankDaysHref } from "./bank-day-types";
import { MissingFiles } from "./missing-files";
import { OpenDifferences } from "./open-differences";
import { useDayColumns } from "./use-day-columns";

/** How often the board is read again, in ms. */
const refetchInterval = 30_000;

/** The banks' day-end files: what is missing, what is open, and each day that was compared with the books (D-400). */
export function BankDaysScreen() {
  const t = useTranslations("staff.bankDays");
  const mayImport = useMayAsStaff("bank_day.write");
  const { data, error, refetch } = useQuery({ ...useTRPC().bankDay.list.queryOptions(), refetchInterval });
  const columns = useDayColumns();
  return (
    <>
      <PageHead
        title={t("title")}
        actions={
          mayImport && (
            <ButtonLink tone="primary" href={`${bankDaysHref}/import`}>
              {t("import")}
            </ButtonLink>
          )
        }
      >
        <p className="max-w-prose">{t("intro")}</p>
      </PageHead>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {data && <MissingFiles missing={data.missing} />}
      {data?.days.length !== 0 && <OpenDifferences />}
      {(data || !error) && (
        <Section title={t("days")}>
          <ShortList
            caption={t("daysCaption")}
            columns={columns}
            rows={data?.days}
            rowKey={({ bankDayId }) => bankDayId}
            empty={<Empty title={t("noDays")}>{t("noDaysHelp")}</Empty>}
          />
        </Section>
      )}
    </>
  );
}
