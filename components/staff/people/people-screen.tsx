"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "../../ui/date-time";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import type { Colleague, ColleagueAction } from "./colleague";
import { ColleagueMenu } from "./colleague-menu";
import { StaffInvitations } from "./staff-invitations";

/** Loaded when it is opened, with the form library. */
const ColleagueDialog = dynamic(async () => (await import("./colleague-dialog")).ColleagueDialog);

/** The people of the back-office and the open invitations to it. */
export function PeopleScreen() {
  const t = useTranslations("staff.people");
  const { data, error, refetch } = useQuery(useTRPC().people.list.queryOptions());
  const [opened, setOpened] = useState<{ action: ColleagueAction; colleague: Colleague } | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const columns = useColumns((action, colleague) => {
    setDone(null);
    setOpened({ action, colleague });
  });
  return (
    <>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      <Section title={t("staff")}>
        <div aria-live="polite" className={done ? "mb-3" : undefined}>
          {done && <Notice tone="good">{done}</Notice>}
        </div>
        {error && !data ? (
          <FailureNotice error={error} onRetry={refetch} />
        ) : (
          <ShortList
            caption={t("staffCaption")}
            columns={columns}
            rows={data}
            rowKey={({ userId }) => userId}
            empty={null}
            skeletonCount={3}
          />
        )}
      </Section>
      <StaffInvitations />
      {opened && (
        <ColleagueDialog
          {...opened}
          onClose={(sentence) => {
            setOpened(null);
            setDone(sentence ?? null);
          }}
        />
      )}
    </>
  );
}

function useColumns(open: (action: ColleagueAction, colleague: Colleague) => void): ListColumn<Colleague>[] {
  const t = useTranslations("staff.people");
  const roles = useTranslations("staff.roles");
  const mayWrite = useMayAsStaff("people.write");
  return [
    {
      key: "name",
      head: t("name"),
      width: 13,
      grows: true,
      card: "title",
      cell: ({ name, email, isSelf }) => (
        <div className="min-w-0 wrap-anywhere">
          <span className="font-medium">{name || email}</span>
          {isSelf && <span className="text-ink-soft"> ({t("you")})</span>}
          {name && <span className="block text-ink-soft">{email}</span>}
        </div>
      ),
    },
    { key: "role", head: t("role"), width: 8, card: "value", cell: ({ role }) => roles(role) },
    {
      key: "factor",
      head: t("secondFactor"),
      width: 9,
      rank: 1,
      card: "line",
      cell: ({ hasSecondFactor }) => (
        <State tone={hasSecondFactor ? "good" : "warn"}>{hasSecondFactor ? t("on") : t("off")}</State>
      ),
    },
    {
      key: "proved",
      head: t("address"),
      width: 9,
      rank: 3,
      card: "line",
      cell: ({ emailProvedAt }) => (
        <State tone={emailProvedAt ? "good" : "warn"}>{emailProvedAt ? t("proved") : t("notProved")}</State>
      ),
    },
    {
      key: "signIn",
      head: t("lastSignIn"),
      width: 10,
      rank: 2,
      card: "line",
      cell: ({ lastSignInAt }) => (lastSignInAt ? <DateTime at={lastSignInAt} /> : t("never")),
    },
    { key: "sessions", head: t("sessions"), width: 6, rank: 4, card: "line", cell: ({ sessions }) => sessions },
    ...(mayWrite ? [actionsColumn(t, open)] : []),
  ];
}

const actionsColumn = (
  t: ReturnType<typeof useTranslations<"staff.people">>,
  open: (action: ColleagueAction, colleague: Colleague) => void,
): ListColumn<Colleague> => ({
  key: "actions",
  head: t("actions"),
  isHeadHidden: true,
  width: 8,
  align: "right",
  card: "action",
  cell: (colleague) =>
    colleague.isSelf ? null : <ColleagueMenu colleague={colleague} onChoose={(action) => open(action, colleague)} />,
});
