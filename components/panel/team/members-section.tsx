"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { type Column, Table } from "../../ui/table";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { roleWords } from "../words/roles";
import { callNameOf, type Member } from "./member";
import { ChangeRoleDialog, RemoveDialog } from "./member-dialogs";
import { teamWords } from "./team-words";

/** The people of the account. */
export function MembersSection() {
  const said = useWords(teamWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.team.list.queryOptions());
  const [opened, setOpened] = useState<{ what: "role" | "removal"; member: Member } | null>(null);
  const [became, setBecame] = useState<string | null>(null);
  const columns = useColumns((what, member) => {
    setBecame(null);
    setOpened({ what, member });
  });
  const close = (done?: string) => {
    setOpened(null);
    setBecame(done ?? null);
  };
  return (
    <Section title={said.people}>
      <div aria-live="polite" className={became ? "mb-3" : undefined}>
        {became && <Notice tone="good">{became}</Notice>}
      </div>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <Table
          caption={said.peopleCaption}
          columns={columns}
          rows={data}
          keyOf={({ userId }) => userId}
          empty={null}
          skeletonRows={4}
        />
      )}
      {opened?.what === "role" && <ChangeRoleDialog member={opened.member} onClose={close} />}
      {opened?.what === "removal" && <RemoveDialog member={opened.member} onClose={close} />}
    </Section>
  );
}

function useColumns(open: (what: "role" | "removal", member: Member) => void): Column<Member>[] {
  const said = useWords(teamWords);
  const roles = roleWords[useLanguage()];
  const mayWrite = useMay("team.write");
  return [
    { key: "name", head: said.name, cell: (member) => <PersonName member={member} /> },
    { key: "role", head: said.role, hiddenBelow: "sm", cell: ({ role }) => roles[role].name },
    {
      key: "factor",
      head: said.secondFactor,
      hiddenBelow: "lg",
      cell: ({ hasSecondFactor }) => (
        <State tone={hasSecondFactor ? "good" : "warn"}>
          {hasSecondFactor ? said.secondFactorOn : said.secondFactorOff}
        </State>
      ),
    },
    {
      key: "seen",
      head: said.lastSeen,
      hiddenBelow: "sm",
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Moment at={lastSeenAt} /> : said.never),
    },
    {
      key: "since",
      head: said.since,
      hiddenBelow: "lg",
      cell: ({ since }) => <Moment at={since} style="day" />,
    },
    ...(mayWrite ? [actionsColumn(said, open)] : []),
  ];
}

function PersonName({ member }: { member: Member }) {
  const said = useWords(teamWords);
  const roles = roleWords[useLanguage()];
  return (
    <div className="py-1 wrap-anywhere">
      <span className="font-medium">{callNameOf(member)}</span>
      {member.isSelf && <span className="text-ink-soft"> ({said.you})</span>}
      {member.name && <span className="block text-ink-soft">{member.email}</span>}
      <span className="block text-ink-soft sm:hidden">{roles[member.role].name}</span>
    </div>
  );
}

const actionsColumn = (
  said: (typeof teamWords)["tr"],
  open: (what: "role" | "removal", member: Member) => void,
): Column<Member> => ({
  key: "actions",
  head: <span className="sr-only">{said.actions}</span>,
  align: "right",
  cell: (member) => (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button
        aria-label={said.ofPerson(said.change, callNameOf(member))}
        onClick={() => open("role", member)}
      >
        {said.change}
      </Button>
      <Button
        tone="danger"
        aria-label={said.ofPerson(said.remove, callNameOf(member))}
        onClick={() => open("removal", member)}
      >
        {said.remove}
      </Button>
    </span>
  ),
});
