"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import type { PanelOutputs } from "../outputs";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";

/** Loaded when it is opened, with the form library. */
const InviteDialog = dynamic(async () => (await import("./invite-dialog")).InviteDialog);

type Invitation = PanelOutputs["team"]["invitations"][number];

/** The open invitations of the account. */
export function InvitationsSection() {
  const t = useTranslations("panel.team");
  const trpc = useTRPC();
  const mayWrite = useMay("team.write");
  const { data, error, refetch } = useQuery(trpc.team.invitations.queryOptions());
  const [isInviting, setInviting] = useState(false);
  const { columns, resultSentence, failure } = useInvitationColumns(mayWrite);
  const button = mayWrite && (
    <Button tone="primary" onClick={() => setInviting(true)}>
      {t("invite")}
    </Button>
  );
  return (
    <Section title={t("invitations")} actions={button}>
      <div aria-live="polite" className={resultSentence ? "mb-3" : undefined}>
        {resultSentence && <Notice tone="good">{resultSentence}</Notice>}
      </div>
      {failure !== null && <FailureNotice error={failure} title={t("notRevoked")} />}
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <Table
          caption={t("invitationsCaption")}
          columns={columns}
          rows={data}
          rowKey={({ invitationId }) => invitationId}
          empty={<Empty title={t("noInvitations")}>{t("noInvitationsHelp")}</Empty>}
          skeletonRows={2}
        />
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Section>
  );
}

function useInvitationColumns(mayWrite: boolean) {
  const t = useTranslations("panel.team");
  const roles = useTranslations("shared.roles");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [resultSentence, setResultSentence] = useState<string | null>(null);
  const revocation = useMutationWithConfirmation(
    trpc.team.revokeInvitation.mutationOptions({
      onSettled: () => void queries.invalidateQueries(trpc.team.pathFilter()),
    }),
  );
  const revoke = ({ invitationId, email }: Invitation) =>
    revocation.mutate({ invitationId }, () => setResultSentence(t("revoked", { email })));
  const columns: Column<Invitation>[] = [
    { key: "email", head: t("email"), cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
    { key: "role", head: t("role"), cell: ({ role }) => roles(`${role}.name`) },
    { key: "by", head: t("invitedBy"), cell: ({ invitedBy }) => invitedBy, hiddenBelow: "lg" },
    {
      key: "expires",
      head: t("expires"),
      hiddenBelow: "sm",
      cell: ({ expiresAt }) => <DateTime at={expiresAt} />,
    },
  ];
  const actions: Column<Invitation> = {
    key: "actions",
    head: <span className="sr-only">{t("actions")}</span>,
    align: "right",
    cell: (invitation) => (
      <Button
        aria-label={t("ofPerson", { what: t("revoke"), person: invitation.email })}
        isBusy={revocation.isBusy}
        onClick={() => revoke(invitation)}
      >
        {t("revoke")}
      </Button>
    ),
  };
  return { columns: mayWrite ? [...columns, actions] : columns, resultSentence, failure: revocation.error };
}
