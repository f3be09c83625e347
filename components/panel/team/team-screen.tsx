"use client";
import { Check } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Section } from "@/components/ui/section";
import { type Column, Table } from "@/components/ui/table";
import { mayInPanel, type PanelPermission, panelAccess, panelRoles } from "@/server/domain/people/access";
import { ButtonLink } from "../../ui/button";
import { PageHead } from "../../ui/page-head";
import { useMay } from "../role";
import { InvitationsSection } from "./invitations-section";
import { MembersSection } from "./members-section";
import { RefundLimitSection } from "./refund-limit-section";

/** The account's users, open invitations, the refund limit and the permissions of each role. */
export function TeamScreen() {
  const t = useTranslations("panel.team");
  const mayReadAudit = useMay("audit.read");
  return (
    <>
      <PageHead
        title={t("title")}
        actions={mayReadAudit && <ButtonLink href="/panel/team/audit">{t("auditLog")}</ButtonLink>}
      >
        {t("intro")}
      </PageHead>
      <MembersSection />
      <InvitationsSection />
      <RefundLimitSection />
      <RoleTable />
    </>
  );
}

const permissions = Object.keys(panelAccess) as PanelPermission[];

/** The permissions of each role. The rows come from the same table with which the server decides. */
function RoleTable() {
  const t = useTranslations("panel.team");
  const access = useTranslations("shared");
  const columns: Column<PanelPermission>[] = [
    {
      key: "permission",
      head: t("permission"),
      cell: (permission) => <span className="block min-w-28">{access(`permissions.${permission}`)}</span>,
    },
    ...panelRoles.map((role) => ({
      key: role,
      head: access(`roles.${role}.name`),
      cell: (permission: PanelPermission) =>
        // `relative` keeps the absolutely positioned sr-only text inside the cell, so that it scrolls with the table.
        mayInPanel(role, permission) ? (
          <span className="relative">
            <Check aria-hidden="true" size={16} className="text-good" />
            <span className="sr-only">{t("yes")}</span>
          </span>
        ) : (
          <span className="relative text-ink-soft">
            <span aria-hidden="true">–</span>
            <span className="sr-only">{t("no")}</span>
          </span>
        ),
    })),
  ];
  return (
    <Section title={t("roles")}>
      <dl className="mb-4 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {panelRoles.map((role) => (
          <div key={role}>
            <dt className="font-medium">{access(`roles.${role}.name`)}</dt>
            <dd className="text-ink-soft">{access(`roles.${role}.help`)}</dd>
          </div>
        ))}
      </dl>
      <Table
        caption={t("rolesCaption")}
        columns={columns}
        rows={permissions}
        rowKey={(permission) => permission}
        empty={null}
      />
    </Section>
  );
}
