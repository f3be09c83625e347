"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import type { StaffOutputs } from "../outputs";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";

/** Loaded when it is opened, with the form library. */
const InviteStaffDialog = dynamic(async () => (await import("./invite-staff-dialog")).InviteStaffDialog);

type Invitation = StaffOutputs["people"]["invitations"][number];

/** The open invitations to the back-office. */
export function StaffInvitations() {
  const t = useTranslations("staff.people");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const mayWrite = useMayAsStaff("people.write");
  const { data, error, refetch } = useQuery(trpc.people.invitations.queryOptions());
  const [isInviting, setInviting] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const revocation = useMutation(
    trpc.people.revokeInvitation.mutationOptions({
      onSettled: () => void queries.invalidateQueries(trpc.people.pathFilter()),
    }),
  );
  const revoke = ({ invitationId, email }: Invitation) =>
    revocation.mutate({ invitationId }, { onSuccess: () => setDone(t("revoked", { email })) });
  const columns = useColumns(mayWrite ? { isBusy: revocation.isPending, revoke } : null);
  return (
    <Section
      title={t("invitations")}
      actions={
        mayWrite && (
          <Button tone="primary" onClick={() => setInviting(true)}>
            {t("invite")}
          </Button>
        )
      }
    >
      <div aria-live="polite" className={done ? "mb-3" : undefined}>
        {done && <Notice tone="good">{done}</Notice>}
      </div>
      {revocation.error && <FailureNotice error={revocation.error} title={t("failed")} />}
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <ShortList
          caption={t("invitationsCaption")}
          columns={columns}
          rows={data}
          rowKey={({ invitationId }) => invitationId}
          empty={<Empty title={t("noInvitations")} />}
          skeletonCount={1}
        />
      )}
      {isInviting && (
        <InviteStaffDialog
          onClose={(email) => {
            setInviting(false);
            setDone(email === undefined ? null : t("invited", { email }));
          }}
        />
      )}
    </Section>
  );
}

interface Revocation {
  readonly isBusy: boolean;
  revoke(invitation: Invitation): void;
}

/** The columns of the invitations; `revocation` is null for a role that may not revoke them. */
function useColumns(revocation: Revocation | null): ListColumn<Invitation>[] {
  const t = useTranslations("staff.people");
  const roles = useTranslations("staff.roles");
  return [
    { key: "email", head: t("email"), width: 14, grows: true, card: "title", cell: ({ email }) => email },
    { key: "role", head: t("role"), width: 8, card: "value", cell: ({ role }) => roles(role) },
    { key: "by", head: t("invitedBy"), width: 12, rank: 2, card: "line", cell: ({ invitedBy }) => invitedBy },
    {
      key: "expires",
      head: t("expires"),
      width: 10,
      rank: 1,
      card: "line",
      cell: ({ expiresAt }) => <DateTime at={expiresAt} />,
    },
    ...(revocation
      ? [
          {
            key: "actions",
            head: t("actions"),
            isHeadHidden: true as const,
            width: 9 as const,
            align: "right" as const,
            card: "action" as const,
            cell: (invitation: Invitation) => (
              <Button
                aria-label={t("ofPerson", { what: t("revoke"), person: invitation.email })}
                isBusy={revocation.isBusy}
                onClick={() => revocation.revoke(invitation)}
              >
                {t("revoke")}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
