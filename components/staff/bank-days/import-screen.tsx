"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "../../ui/failure";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { useTRPC } from "../trpc";
import { bankDaysHref } from "./bank-day-types";
import { ImportForm } from "./import-form";

/** Imports a bank's day-end file. The address may say the day, what the file covers and its layout. */
export function BankDayImportScreen() {
  const t = useTranslations("staff.bankDays");
  const address = useSearchParams();
  const { data, error, refetch } = useQuery(useTRPC().bankDay.formats.queryOptions());
  return (
    <>
      <PageHead back={{ href: bankDaysHref, label: t("title") }} title={t("importTitle")}>
        <p className="max-w-prose">{t("importIntro")}</p>
      </PageHead>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-96 w-full max-w-xl" />}
      {data && (
        <ImportForm
          choices={data}
          chosen={{ formatId: address.get("format"), covers: address.get("covers"), day: address.get("day") }}
        />
      )}
    </>
  );
}
