"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { DateTime } from "../../ui/date-time";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { Skeleton } from "../../ui/skeleton";
import { TextLink } from "../../ui/text-link";
import { useTRPC } from "../trpc";
import { Difference } from "./difference-table";

/** What a tariff that waits for a second person would change if it was approved now. */
export function TariffChange({ changeId }: { changeId: string }) {
  const t = useTranslations("staff.tariffs");
  const { data, error, refetch } = useQuery(useTRPC().tariff.change.queryOptions({ changeId }));
  if (error) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-56 w-full" />;
  const isLate = data.validFrom !== null && data.validFrom < data.startsAt;
  return (
    <div className="flex flex-col gap-4">
      {isLate && <Notice tone="warn">{t("startsLate")}</Notice>}
      <Facts
        facts={[
          {
            term: t("terminal"),
            value: (
              <TextLink isInText href={`/staff/terminals/${data.terminalId}/tariffs`}>
                {data.terminalName}
              </TextLink>
            ),
          },
          {
            term: t("start"),
            value: data.validFrom === null || isLate ? t("startApproval") : <DateTime at={data.validFrom} />,
          },
          ...(data.validTo ? [{ term: t("to"), value: <DateTime at={data.validTo} /> }] : []),
        ]}
      />
      <Difference before={data.before} after={data.after} at={data.startsAt} />
    </div>
  );
}
