"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { auditOutcomes, staffAuditList } from "@/server/domain/audit/staff-audit-list";
import { writeListQuery } from "@/server/domain/lists";
import { DownloadLink } from "../../ui/download-link";
import { Empty } from "../../ui/empty";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC, useTRPCClient } from "../trpc";
import type { StaffAction } from "./staff-action";
import { auditAreasOfStaff, useAuditColumns } from "./staff-audit-columns";
import { StaffAuditEntry } from "./staff-audit-entry";
import { UnknownSignIns } from "./unknown-sign-ins";
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
          area: {
            label: t("area"),
            options: auditAreasOfStaff.map((value) => ({ value, label: t(`areas.${value}`) })),
          },
          outcome: {
            label: t("outcome"),
            options: auditOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
          },
          at: { label: t("at") },
        }}
        search={{ label: t("find"), placeholder: t("find"), hint: t("findHint") }}
        columns={useAuditColumns(setOpened)}
        pages={pages}
        live={{
          pagesKey: trpc.audit.list.infiniteQueryKey(query),
          readFirst: () => client.audit.list.query(query),
          everyMs,
        }}
        rowKey={({ id }) => id}
        empty={<Empty title={address.isNarrowed ? t("emptyFiltered") : t("empty")} />}
      />
      <UnknownSignIns />
      <VerifySection />
      {opened && <StaffAuditEntry entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
