"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import type { Translator } from "@/messages/catalogues";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import type { StaffOutputs } from "../outputs";
import { useTRPC } from "../trpc";

type UnknownSignIns = StaffOutputs["audit"]["unknownSignIns"]["latest"][number];

/** The refused sign-ins with addresses of no user, which no audit log of a person can have. */
export function UnknownSignIns() {
  const t = useTranslations("staff.unknownSignIns");
  const { data, error, refetch } = useQuery(useTRPC().audit.unknownSignIns.queryOptions());
  return (
    <div className="mt-8">
      <Section title={t("title")}>
        <p className="mb-3 max-w-prose text-ink-soft">
          {t("what")} {data && data.attempts > 0 && t("sum", { attempts: data.attempts, sources: data.sources })}
        </p>
        {error && !data ? (
          <FailureNotice error={error} onRetry={refetch} />
        ) : (
          <ShortList
            caption={t("caption")}
            columns={buildColumns(t)}
            rows={data?.latest}
            rowKey={({ id }) => id}
            empty={<Empty title={t("none")} />}
            skeletonCount={3}
          />
        )}
      </Section>
    </div>
  );
}

const buildColumns = (t: Translator<"staff.unknownSignIns">): ListColumn<UnknownSignIns>[] => [
  { key: "source", head: t("source"), width: 12, grows: true, card: "title", cell: ({ sourceIp }) => sourceIp },
  {
    key: "address",
    head: t("address"),
    width: 14,
    card: "line",
    cell: ({ mark, domain }) => (
      <span className="wrap-anywhere">
        <span className="font-mono">{mark}</span>
        {domain === null ? "" : ` @${domain}`}
      </span>
    ),
  },
  { key: "door", head: t("door"), width: 9, rank: 2, card: "line", cell: ({ door }) => t(`doors.${door}`) },
  {
    key: "first",
    head: t("first"),
    width: 10,
    rank: 1,
    card: "line",
    cell: ({ firstAt }) => <DateTime at={firstAt} />,
  },
  { key: "last", head: t("last"), width: 10, card: "line", cell: ({ lastAt }) => <DateTime at={lastAt} /> },
  { key: "count", head: t("count"), width: 6, align: "right", card: "value", cell: ({ count }) => count },
];
