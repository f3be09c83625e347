"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
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
import type { PanelOutputs } from "../outputs";
import type { SelfProcedures } from "./self";

type OpenSession = PanelOutputs["self"]["sessions"][number];

/** The open sessions of the user; each can be ended. */
export function SessionsSection({ self }: { self: SelfProcedures }) {
  const t = useTranslations("shared.security");
  const client = useQueryClient();
  const sessions = useQuery(self.sessions.queryOptions());
  const refetchOptions = {
    onSettled: () => client.invalidateQueries({ queryKey: self.sessions.queryKey() }),
  };
  const one = useMutation(self.endSession.mutationOptions(refetchOptions));
  const others = useMutation(self.endOtherSessions.mutationOptions(refetchOptions));
  const last = one.submittedAt > others.submittedAt ? one : others;
  const hasOthers = sessions.data?.some(({ isThis }) => !isThis) ?? false;
  const endOthers = (
    <Button isBusy={others.isPending} onClick={() => others.mutate()}>
      {t("sessions.endOthers")}
    </Button>
  );
  return (
    <Section title={t("sessions.title")} actions={hasOthers && endOthers}>
      <p className="mb-4 max-w-prose text-ink-soft">{t("sessions.help")}</p>
      {sessions.error && !sessions.data ? (
        <FailureNotice error={sessions.error} onRetry={sessions.refetch} />
      ) : (
        <ShortList
          caption={t("sessions.caption")}
          columns={buildColumns(t, (name) => one.mutate({ name }), one)}
          rows={sessions.data}
          rowKey={({ name }) => name}
          empty={null}
          skeletonCount={2}
        />
      )}
      <div className="mt-3 max-w-prose" role="status">
        {last.data && <Notice tone="good">{t("sessions.ended", { count: last.data.sessionsEnded })}</Notice>}
        {last.error && <FailureNotice error={last.error} title={t("failed")} />}
      </div>
    </Section>
  );
}

type SecurityTexts = Translator<"shared.security">;

type Ending = { readonly isPending: boolean; readonly variables: { readonly name: string } | undefined };

const buildColumns = (t: SecurityTexts, end: (name: string) => void, ending: Ending): ListColumn<OpenSession>[] => [
  {
    key: "place",
    head: t("sessions.place"),
    width: 10,
    grows: true,
    card: "title",
    cell: (session) => formatPlace(session, t),
  },
  {
    key: "address",
    head: t("sessions.address"),
    width: 10,
    card: "line",
    cell: ({ sourceIp }) => sourceIp,
  },
  {
    key: "seen",
    head: t("sessions.seen"),
    width: 10,
    card: "line",
    cell: ({ lastSeenAt }) => <DateTime at={lastSeenAt} />,
  },
  {
    key: "since",
    head: t("sessions.since"),
    width: 10,
    rank: 1,
    card: "line",
    cell: ({ createdAt }) => <DateTime at={createdAt} />,
  },
  {
    key: "end",
    head: t("sessions.end"),
    isHeadHidden: true,
    width: 9,
    align: "right",
    card: "value",
    cell: (session) =>
      session.isThis ? (
        <State tone="good">{t("sessions.here")}</State>
      ) : (
        <Button
          aria-label={t("sessions.endOf", { place: formatPlace(session, t) })}
          isBusy={ending.isPending && ending.variables?.name === session.name}
          onClick={() => end(session.name)}
        >
          {t("sessions.end")}
        </Button>
      ),
  },
];

const formatPlace = ({ browser, system }: OpenSession, t: SecurityTexts): string =>
  browser && system ? t("sessions.on", { browser, system }) : (browser ?? system ?? t("sessions.unknown"));
