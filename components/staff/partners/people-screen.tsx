"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import type { PartnerTeam } from "../partner-types";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { useRefetchPartners } from "./change-dialog";
import { PartnerFrame } from "./partner-frame";

/** Loaded when it is opened, with the form library. */
const InviteOwnerDialog = dynamic(async () => (await import("./invite-owner-dialog")).InviteOwnerDialog);

type Member = PartnerTeam["members"][number];
type Invitation = PartnerTeam["invitations"][number];

/** Who signs in to a merchant's panel, and who is invited. */
export const PeopleScreen = ({ partnerId }: { partnerId: string }) => (
  <PartnerFrame partnerId={partnerId}>{() => <People partnerId={partnerId} />}</PartnerFrame>
);

function People({ partnerId }: { partnerId: string }) {
  const t = useTranslations("staff.merchant.people");
  const mayWrite = useMayAsStaff("partner.write");
  const [isInviting, setInviting] = useState(false);
  const { data, error, refetch } = useQuery(useTRPC().partner.team.queryOptions({ partnerId }));
  const invitations = useInvitationColumns(partnerId, mayWrite);
  const memberColumns = useMemberColumns();
  const invite = mayWrite && (
    <Button tone="primary" onClick={() => setInviting(true)}>
      {t("invite")}
    </Button>
  );
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  return (
    <>
      <Section title={t("members")}>
        <ShortList
          caption={t("members")}
          columns={memberColumns}
          rows={data?.members}
          rowKey={({ userId }) => userId}
          empty={<Empty title={t("noMembers")}>{t("noMembersHelp")}</Empty>}
        />
      </Section>
      <Section title={t("invitations")} actions={invite}>
        {invitations.failure ? <FailureNotice error={invitations.failure} title={t("notRevoked")} /> : null}
        <ShortList
          caption={t("invitations")}
          columns={invitations.columns}
          rows={data?.invitations}
          rowKey={({ invitationId }) => invitationId}
          empty={<Empty title={t("noInvitations")} />}
          skeletonCount={2}
        />
      </Section>
      {isInviting && <InviteOwnerDialog partnerId={partnerId} onClose={() => setInviting(false)} />}
    </>
  );
}

function useMemberColumns(): ListColumn<Member>[] {
  const t = useTranslations("staff.merchant.people");
  const roles = useTranslations("shared.roles");
  return [
    { key: "email", head: t("email"), width: 14, grows: true, card: "title", cell: ({ email }) => email },
    { key: "name", head: t("name"), width: 10, card: "line", cell: ({ name }) => name || "–" },
    { key: "role", head: t("role"), width: 8, card: "value", cell: ({ role }) => roles(`${role}.name`) },
    {
      key: "factor",
      head: t("secondFactor"),
      width: 9,
      card: "line",
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? t("has") : t("hasNot")),
    },
    {
      key: "seen",
      head: t("lastSeen"),
      width: 11,
      rank: 1,
      card: "line",
      cell: ({ lastSeenAt }) => (lastSeenAt ? <DateTime at={lastSeenAt} /> : "–"),
    },
  ];
}

function useInvitationColumns(partnerId: string, mayWrite: boolean) {
  const t = useTranslations("staff.merchant.people");
  const roles = useTranslations("shared.roles");
  const revoke = useMutation(useTRPC().partner.revokeInvitation.mutationOptions(useRefetchPartners()));
  const columns: ListColumn<Invitation>[] = [
    { key: "email", head: t("email"), width: 14, grows: true, card: "title", cell: ({ email }) => email },
    { key: "role", head: t("role"), width: 8, card: "value", cell: ({ role }) => roles(`${role}.name`) },
    { key: "by", head: t("invitedBy"), width: 12, rank: 1, card: "line", cell: ({ invitedBy }) => invitedBy },
    {
      key: "expires",
      head: t("expires"),
      width: 11,
      card: "line",
      cell: ({ expiresAt }) => <DateTime at={expiresAt} />,
    },
  ];
  const actions: ListColumn<Invitation> = {
    key: "actions",
    head: t("revoke"),
    isHeadHidden: true,
    width: 9,
    align: "right",
    card: "action",
    cell: ({ invitationId, email }) => (
      <Button
        aria-label={t("revokeOne", { email })}
        isBusy={revoke.isPending}
        onClick={() => revoke.mutate({ partnerId, invitationId })}
      >
        {t("revoke")}
      </Button>
    ),
  };
  return { columns: mayWrite ? [...columns, actions] : columns, failure: revoke.error };
}
