"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import type { Translator } from "@/messages/catalogues";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { formatMemberName, type Member, RemoveDialog } from "./remove-dialog";

/** Loaded when it is opened, with the form library. */
const ChangeRoleDialog = dynamic(async () => (await import("./change-role-dialog")).ChangeRoleDialog);

/** The users of the account with their roles. */
export function MembersSection() {
  const t = useTranslations("panel.team");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.team.list.queryOptions());
  const [opened, setOpened] = useState<{ what: "role" | "removal"; member: Member } | null>(null);
  const [resultSentence, setResultSentence] = useState<string | null>(null);
  const columns = useColumns((what, member) => {
    setResultSentence(null);
    setOpened({ what, member });
  });
  const close = (done?: string) => {
    setOpened(null);
    setResultSentence(done ?? null);
  };
  return (
    <Section title={t("people")}>
      <div aria-live="polite" className={resultSentence ? "mb-3" : undefined}>
        {resultSentence && <Notice tone="good">{resultSentence}</Notice>}
      </div>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <ShortList
          caption={t("peopleCaption")}
          columns={columns}
          rows={data}
          rowKey={({ userId }) => userId}
          empty={null}
          skeletonCount={4}
        />
      )}
      {opened?.what === "role" && <ChangeRoleDialog member={opened.member} onClose={close} />}
      {opened?.what === "removal" && <RemoveDialog member={opened.member} onClose={close} />}
    </Section>
  );
}

function useColumns(open: (what: "role" | "removal", member: Member) => void): ListColumn<Member>[] {
  const t = useTranslations("panel.team");
  const roles = useTranslations("shared.roles");
  const mayWrite = useMay("team.write");
  return [
    {
      key: "name",
      head: t("name"),
      width: 11,
      grows: true,
      card: "title",
      cell: (member) => <PersonName member={member} />,
    },
    { key: "role", head: t("role"), width: 7, card: "value", cell: ({ role }) => roles(`${role}.name`) },
    {
      key: "factor",
      head: t("secondFactor"),
      width: 11,
      rank: 2,
      card: "line",
      cell: ({ hasSecondFactor }) => (
        <State tone={hasSecondFactor ? "good" : "warn"}>
          {hasSecondFactor ? t("secondFactorOn") : t("secondFactorOff")}
        </State>
      ),
    },
    {
      key: "seen",
      head: t("lastSeen"),
      width: 10,
      rank: 1,
      card: "line",
      cell: ({ lastSeenAt }) => (lastSeenAt ? <DateTime at={lastSeenAt} /> : t("never")),
    },
    {
      key: "since",
      head: t("since"),
      width: 7,
      rank: 3,
      card: "line",
      cell: ({ since }) => <DateTime at={since} style="day" />,
    },
    ...(mayWrite ? [actionsColumn(t, open)] : []),
  ];
}

function PersonName({ member }: { member: Member }) {
  const t = useTranslations("panel.team");
  return (
    <div>
      <span className="font-medium">{formatMemberName(member)}</span>
      {member.isSelf && <span className="text-ink-soft"> ({t("you")})</span>}
      {member.name && <span className="block text-ink-soft">{member.email}</span>}
    </div>
  );
}

const actionsColumn = (
  t: Translator<"panel.team">,
  open: (what: "role" | "removal", member: Member) => void,
): ListColumn<Member> => ({
  key: "actions",
  head: t("actions"),
  isHeadHidden: true,
  width: 14,
  align: "right",
  card: "action",
  cell: (member) => (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button
        aria-label={t("ofPerson", { what: t("change"), person: formatMemberName(member) })}
        onClick={() => open("role", member)}
      >
        {t("change")}
      </Button>
      <Button
        tone="danger"
        aria-label={t("ofPerson", { what: t("remove"), person: formatMemberName(member) })}
        onClick={() => open("removal", member)}
      >
        {t("remove")}
      </Button>
    </span>
  ),
});
