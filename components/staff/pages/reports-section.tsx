import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl/react";
import { cspReportList, listedDirectives, otherReports } from "@/server/domain/pages/csp-report-list";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { dash } from "../../ui/list/common-columns";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { Section } from "../../ui/section";
import { useTRPC } from "../trpc";
import type { CspReportItem } from "./page-types";

/** What browsers reported that the policy of a page has blocked: one line for a day and equal reports (D-297). */
export function ReportsSection() {
  const t = useTranslations("staff.pages.reports");
  const { page } = useTRPC();
  const address = useListAddress(cspReportList);
  const pages = useInfiniteQuery({ ...page.reports.infiniteQueryOptions(address.query, cursorPaging), ...listReading });
  return (
    <Section title={t("title")}>
      <p className="mb-3 max-w-prose text-ink-soft">{t("intro")}</p>
      <List
        name="cspReports"
        caption={t("caption")}
        address={address}
        filters={{
          pages: {
            label: t("pages"),
            options: [
              { value: "ours", label: t("ours") },
              { value: "others", label: t("others") },
            ],
          },
          directive: {
            label: t("directive"),
            options: listedDirectives.map((value) => ({ value, label: value === otherReports ? t("other") : value })),
          },
        }}
        columns={useReportColumns()}
        pages={pages}
        rowKey={({ id }) => id}
        empty={<Empty title={t(address.isNarrowed ? "noneFound" : "none")} />}
        hidesBarWhenEmpty
      />
    </Section>
  );
}

function useReportColumns(): ListColumn<CspReportItem>[] {
  const t = useTranslations("staff.pages.reports");
  const format = useFormatter();
  return [
    {
      key: "blocked",
      head: t("blocked"),
      width: 14,
      grows: true,
      card: "title",
      title: ({ blocked }) => blocked,
      cell: ({ blocked }) => (blocked === "" ? dash : blocked),
    },
    {
      key: "directive",
      head: t("directive"),
      width: 12,
      card: "state",
      cell: ({ directive }) => {
        if (directive === "") return dash;
        return directive === otherReports ? t("other") : <span className="font-mono text-xs">{directive}</span>;
      },
    },
    {
      key: "document",
      head: t("document"),
      width: 14,
      rank: 2,
      card: "note",
      title: ({ document }) => document,
      cell: ({ document, isOurs }) => (document === "" ? t(isOurs ? "ours" : "others") : document),
    },
    {
      key: "count",
      head: t("count"),
      width: 5,
      align: "right",
      card: "value",
      cell: ({ count }) => format.number(count),
    },
    {
      key: "last",
      head: t("last"),
      width: 10,
      align: "right",
      rank: 1,
      card: "time",
      cell: ({ lastAt }) => <DateTime at={lastAt} />,
    },
  ];
}
