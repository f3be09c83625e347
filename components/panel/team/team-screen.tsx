"use client";
import { ButtonLink } from "../../ui/button";
import { useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { useMay } from "../role";
import { InvitationsSection } from "./invitations-section";
import { MembersSection } from "./members-section";
import { RefundLimitSection } from "./refund-limit-section";
import { RoleTable } from "./role-table";
import { teamWords } from "./team-words";

/** The account's users, open invitations, the refund limit and the permissions of each role. */
export function TeamScreen() {
  const t = useWords(teamWords);
  const mayReadAudit = useMay("audit.read");
  return (
    <>
      <PageHead
        title={t.title}
        actions={mayReadAudit && <ButtonLink href="/panel/team/audit">{t.auditLog}</ButtonLink>}
      >
        {t.intro}
      </PageHead>
      <MembersSection />
      <InvitationsSection />
      <RefundLimitSection />
      <RoleTable />
    </>
  );
}
