"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import type { Translator } from "@/messages/catalogues";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import type { PanelOutputs } from "../outputs";
import type { SelfProcedures } from "./self";

type Attempts = PanelOutputs["self"]["failedSignIns"]["latest"][number];

/** The sign-ins with the user's address that were refused, from where and how many. */
export function AttemptsSection({ self }: { self: SelfProcedures }) {
  const t = useTranslations("shared.security.attempts");
  const { data, error, refetch } = useQuery(self.failedSignIns.queryOptions());
  return (
    <Section title={t("title")}>
      <p className="mb-4 max-w-prose text-ink-soft">
        {t("what")} {data && data.latest.length > 0 && t("total", { day: data.inLastDay })}
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
          skeletonCount={1}
        />
      )}
    </Section>
  );
}

const buildColumns = (t: Translator<"shared.security.attempts">): ListColumn<Attempts>[] => [
  { key: "source", head: t("source"), width: 12, grows: true, card: "title", cell: ({ sourceIp }) => sourceIp },
  { key: "last", head: t("last"), width: 10, card: "line", cell: ({ lastAt }) => <DateTime at={lastAt} /> },
  {
    key: "first",
    head: t("first"),
    width: 10,
    rank: 1,
    card: "line",
    cell: ({ firstAt }) => <DateTime at={firstAt} />,
  },
  { key: "count", head: t("count"), width: 6, align: "right", card: "value", cell: ({ count }) => count },
];
