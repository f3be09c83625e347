"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { auditOutcomes, staffAuditList } from "@/server/domain/audit/staff-audit-list";
import { writeListQuery } from "@/server/domain/lists";
import { DateTime } from "../../ui/date-time";
import { DownloadLink } from "../../ui/download-link";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { MiddleText } from "../../ui/list/middle-text";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC, useTRPCClient } from "../trpc";
import type { StaffAction } from "./staff-action";
import { AuditOutcome, StaffAuditEntry } from "./staff-audit-entry";
import { VerifySection } from "./verify-section";

/** How often the first page is read again, in ms. */
const everyMs = () => 30_000;

/** The audit logs of the staff and of all merchants: who did what, when, why, and with which outcome (S36). */
export function StaffAuditScreen() {
  const t = useTranslations("staff.audit");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(staffAuditList);
  const { query } = address;
  const pages = useInfiniteQuery({ ...trpc.audit.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  const [opened, setOpened] = useState<StaffAction | null>(null);
  const mayExport = useMayAsStaff("audit.export");
  return (
    <>
      <PageHead
        title={t("title")}
        actions={
          mayExport &&
          query.at !== null && (
            <DownloadLink href={`/staff/export/audit.csv?${writeListQuery(staffAuditList, query)}`}>
              {t("export")}
            </DownloadLink>
          )
        }
      >
        {t("intro")} {mayExport && query.at === null && t("exportHint")}
      </PageHead>
      <List
        name="audit"
        caption={t("caption")}
        address={address}
        filters={{
          scope: { label: t("log"), options: [{ value: "staff", label: t("staffLog") }] },
          area: { label: t("area"), options: areas.map((value) => ({ value, label: t(`areas.${value}`) })) },
          outcome: {
            label: t("outcome"),
            options: auditOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
          },
          at: { label: t("at") },
        }}
        search={{ label: t("find"), placeholder: t("find"), hint: t("findHint") }}
        columns={useColumns(setOpened)}
        pages={pages}
        live={{
          pagesKey: trpc.audit.list.infiniteQueryKey(query),
          readFirst: () => client.audit.list.query(query),
          everyMs,
        }}
        rowKey={({ id }) => id}
        empty={<Empty title={address.isNarrowed ? t("emptyFiltered") : t("empty")} />}
      />
      <VerifySection />
      {opened && <StaffAuditEntry entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** The areas that the filter offers; every other one is found by its address. */
const areas = [
  "self",
  "people",
  "viewing",
  "partner",
  "terminal",
  "tariff",
  "bin",
  "approval",
  "webhook",
  "audit",
] as const;

function useColumns(open: (entry: StaffAction) => void): ListColumn<StaffAction>[] {
  const t = useTranslations("staff.audit");
  return [
    {
      key: "at",
      head: t("at"),
      width: 12,
      card: "time",
      cell: ({ beganAt }) => <DateTime at={beganAt} style="second" />,
    },
    {
      key: "action",
      head: t("action"),
      width: 11,
      grows: true,
      card: "title",
      title: ({ action }) => action,
      cell: (entry) => (
        <button
          type="button"
          data-opens
          className="block max-w-full cursor-pointer truncate text-left font-mono text-xs text-accent underline-offset-2 hover:underline"
          aria-label={t("openEntry", { action: entry.action })}
          onClick={() => open(entry)}
        >
          {entry.action}
        </button>
      ),
    },
    {
      key: "who",
      head: t("who"),
      width: 13,
      rank: 1,
      card: "state",
      title: ({ actorName }) => actorName,
      cell: ({ actorName }) => actorName,
    },
    {
      key: "log",
      head: t("log"),
      width: 10,
      rank: 3,
      title: ({ scope, partnerName }) => partnerName ?? scope,
      cell: ({ scope, partnerName }) => (scope === "staff" ? t("staffLog") : (partnerName ?? scope)),
    },
    {
      key: "subject",
      head: t("subject"),
      width: 11,
      rank: 2,
      title: ({ subject }) => subject ?? undefined,
      cell: ({ subject }) =>
        subject === null ? (
          "–"
        ) : (
          <span className="block max-w-full font-mono text-xs">
            <MiddleText text={subject} />
          </span>
        ),
    },
    {
      key: "outcome",
      head: t("outcome"),
      width: 9,
      card: "value",
      cell: ({ outcome }) => <AuditOutcome outcome={outcome} />,
    },
  ];
}
