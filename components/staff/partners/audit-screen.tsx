"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { auditOutcomes, partnerAuditList } from "@/server/domain/audit/staff-audit-list";
import { Empty } from "../../ui/empty";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { Section } from "../../ui/section";
import type { StaffAction } from "../audit/staff-action";
import { auditAreasOfMerchant, useAuditColumns } from "../audit/staff-audit-columns";
import { StaffAuditEntry } from "../audit/staff-audit-entry";
import { useTRPC, useTRPCClient } from "../trpc";
import { PartnerFrame } from "./partner-frame";

/** What was done about one merchant, by its own people and by staff. */
export const PartnerAuditScreen = ({ partnerId }: { partnerId: string }) => (
  <PartnerFrame partnerId={partnerId}>{() => <Actions partnerId={partnerId} />}</PartnerFrame>
);

/** How often the first page is read again, in ms. */
const everyMs = () => 30_000;

function Actions({ partnerId }: { partnerId: string }) {
  const t = useTranslations("staff.audit");
  const { audit } = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(partnerAuditList);
  const input = { ...address.query, partnerId };
  const pages = useInfiniteQuery({ ...audit.ofPartner.infiniteQueryOptions(input, cursorPaging), ...listReading });
  const [opened, setOpened] = useState<StaffAction | null>(null);
  return (
    <Section title={t("title")}>
      <p className="mb-3 max-w-prose text-ink-soft">{t("ofPartner")}</p>
      <List
        name="audit"
        caption={t("caption")}
        address={address}
        filters={{
          area: {
            label: t("area"),
            options: auditAreasOfMerchant.map((value) => ({ value, label: t(`areas.${value}`) })),
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
          pagesKey: audit.ofPartner.infiniteQueryKey(input),
          readFirst: () => client.audit.ofPartner.query(input),
          everyMs,
        }}
        rowKey={({ id }) => id}
        empty={<Empty title={address.isNarrowed ? t("emptyFiltered") : t("empty")} />}
      />
      {opened && <StaffAuditEntry entry={opened} onClose={() => setOpened(null)} />}
    </Section>
  );
}
