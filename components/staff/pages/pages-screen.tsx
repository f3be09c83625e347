"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "../../ui/failure";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { useTRPC } from "../trpc";
import { ChecksSection } from "./checks-section";
import { ReleaseSection } from "./release-section";
import { ReportsSection } from "./reports-section";

/** The integrity of the buyers' pages: the authorisation of this release, the last check, and browsers' reports. */
export function PagesScreen() {
  const t = useTranslations("staff.pages");
  const { data, error, refetch } = useQuery(useTRPC().page.state.queryOptions());
  return (
    <>
      <PageHead title={t("title")}>
        <p className="max-w-prose">{t("intro")}</p>
      </PageHead>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton className="h-96 w-full" />}
      {data && (
        <>
          <ReleaseSection state={data} />
          <ChecksSection pages={data.pages} />
        </>
      )}
      <ReportsSection />
    </>
  );
}
