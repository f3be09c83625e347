"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
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
        <ShortList
          caption={t("invitationsCaption")}
          columns={columns}
          rows={data}
          rowKey={({ invitationId }) => invitationId}
          empty={<Empty title={t("noInvitations")}>{t("noInvitationsHelp")}</Empty>}
          skeletonCount={2}
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
  const columns: ListColumn<Invitation>[] = [
    { key: "email", head: t("email"), width: 14, grows: true, card: "title", cell: ({ email }) => email },
    { key: "role", head: t("role"), width: 7, card: "value", cell: ({ role }) => roles(`${role}.name`) },
    { key: "by", head: t("invitedBy"), width: 12, rank: 2, card: "line", cell: ({ invitedBy }) => invitedBy },
    {
      key: "expires",
      head: t("expires"),
      width: 10,
      rank: 1,
      card: "line",
      cell: ({ expiresAt }) => <DateTime at={expiresAt} />,
    },
  ];
  const actions: ListColumn<Invitation> = {
    key: "actions",
    head: t("actions"),
    isHeadHidden: true,
    width: 9,
    align: "right",
    card: "action",
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
