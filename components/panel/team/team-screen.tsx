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

/** Who is of the account, who was invited, and what each may do. */
export function TeamScreen() {
  const said = useWords(teamWords);
  const mayReadAudit = useMay("audit.read");
  return (
    <>
      <PageHead
        title={said.title}
        actions={mayReadAudit && <ButtonLink href="/panel/team/audit">{said.auditLog}</ButtonLink>}
      >
        {said.intro}
      </PageHead>
      <MembersSection />
      <InvitationsSection />
      <RefundLimitSection />
      <RoleTable />
    </>
  );
}
