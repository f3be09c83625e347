"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import type { PanelOutputs } from "../outputs";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import { roleWords } from "../words/roles";
import { InviteDialog } from "./invite-dialog";
import { teamWords } from "./team-words";

type Invitation = PanelOutputs["team"]["invitations"][number];

/** Who was invited and has not joined yet. */
export function InvitationsSection() {
  const said = useWords(teamWords);
  const trpc = useTRPC();
  const mayWrite = useMay("team.write");
  const { data, error, refetch } = useQuery(trpc.team.invitations.queryOptions());
  const [isInviting, setInviting] = useState(false);
  const { columns, became, failure } = useInvitationColumns(mayWrite);
  const button = mayWrite && (
    <Button tone="primary" onClick={() => setInviting(true)}>
      {said.invite}
    </Button>
  );
  return (
    <Section title={said.invitations} actions={button}>
      <div aria-live="polite" className={became ? "mb-3" : undefined}>
        {became && <Notice tone="good">{became}</Notice>}
      </div>
      {failure !== null && <FailureNotice error={failure} title={said.notRevoked} />}
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <Table
          caption={said.invitationsCaption}
          columns={columns}
          rows={data}
          keyOf={({ invitationId }) => invitationId}
          empty={<Empty title={said.noInvitations}>{said.noInvitationsHelp}</Empty>}
          skeletonRows={2}
        />
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Section>
  );
}

function useInvitationColumns(mayWrite: boolean) {
  const said = useWords(teamWords);
  const roles = roleWords[useLanguage()];
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [became, setBecame] = useState<string | null>(null);
  const revocation = useAct(
    trpc.team.revokeInvitation.mutationOptions({
      onSettled: () => void queries.invalidateQueries(trpc.team.pathFilter()),
    }),
  );
  const revoke = ({ invitationId, email }: Invitation) =>
    revocation.act({ invitationId }, () => setBecame(said.revoked(email)));
  const columns: Column<Invitation>[] = [
    { key: "email", head: said.email, cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
    { key: "role", head: said.role, cell: ({ role }) => roles[role].name },
    { key: "by", head: said.invitedBy, cell: ({ invitedBy }) => invitedBy, hiddenBelow: "lg" },
    {
      key: "expires",
      head: said.expires,
      hiddenBelow: "sm",
      cell: ({ expiresAt }) => <Moment at={expiresAt} />,
    },
  ];
  const actions: Column<Invitation> = {
    key: "actions",
    head: <span className="sr-only">{said.actions}</span>,
    align: "right",
    cell: (invitation) => (
      <Button
        aria-label={said.ofPerson(said.revoke, invitation.email)}
        isBusy={revocation.isBusy}
        onClick={() => revoke(invitation)}
      >
        {said.revoke}
      </Button>
    ),
  };
  return { columns: mayWrite ? [...columns, actions] : columns, became, failure: revocation.error };
}
