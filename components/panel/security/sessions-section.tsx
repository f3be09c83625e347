"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { type Column, Table } from "../../ui/table";
import type { PanelOutputs } from "../outputs";
import { type SecurityWords, securityWords } from "./security-words";
import type { SelfProcedures } from "./self";

type OpenSession = PanelOutputs["self"]["sessions"][number];

/** Where one is signed in; each of them can be ended from here. */
export function SessionsSection({ self }: { self: SelfProcedures }) {
  const { sessions: said, failed } = useWords(securityWords);
  const client = useQueryClient();
  const sessions = useQuery(self.sessions.queryOptions());
  const again = { onSettled: () => client.invalidateQueries({ queryKey: self.sessions.queryKey() }) };
  const one = useMutation(self.endSession.mutationOptions(again));
  const others = useMutation(self.endOtherSessions.mutationOptions(again));
  const last = one.submittedAt > others.submittedAt ? one : others;
  const hasOthers = sessions.data?.some(({ isThis }) => !isThis) ?? false;
  const endOthers = (
    <Button isBusy={others.isPending} onClick={() => others.mutate()}>
      {said.endOthers}
    </Button>
  );
  return (
    <Section title={said.title} actions={hasOthers && endOthers}>
      <p className="mb-4 max-w-prose text-ink-soft">{said.help}</p>
      {sessions.error && !sessions.data ? (
        <FailureNotice error={sessions.error} onRetry={sessions.refetch} />
      ) : (
        <Table
          caption={said.caption}
          columns={columnsOf(said, (name) => one.mutate({ name }), one)}
          rows={sessions.data}
          keyOf={({ name }) => name}
          empty={null}
          skeletonRows={2}
        />
      )}
      <div className="mt-3 max-w-prose" role="status">
        {last.data && <Notice tone="good">{said.ended(last.data.sessionsEnded)}</Notice>}
        {last.error && <FailureNotice error={last.error} title={failed} />}
      </div>
    </Section>
  );
}

type Ending = { readonly isPending: boolean; readonly variables: { readonly name: string } | undefined };

const columnsOf = (
  said: SecurityWords["sessions"],
  end: (name: string) => void,
  ending: Ending,
): Column<OpenSession>[] => [
  {
    key: "place",
    head: said.place,
    cell: (session) => (
      <div className="py-1">
        {placeOf(session, said)}
        {/* On a phone the columns beside it have no room. */}
        <div className="text-ink-soft sm:hidden">
          {session.sourceIp} · <Moment at={session.lastSeenAt} />
        </div>
      </div>
    ),
  },
  { key: "address", head: said.address, hiddenBelow: "sm", cell: ({ sourceIp }) => sourceIp },
  { key: "seen", head: said.seen, hiddenBelow: "sm", cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
  { key: "since", head: said.since, hiddenBelow: "lg", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    key: "end",
    head: <span className="sr-only">{said.end}</span>,
    align: "right",
    cell: (session) =>
      session.isThis ? (
        <State tone="good">{said.here}</State>
      ) : (
        <Button
          aria-label={said.endOf(placeOf(session, said))}
          isBusy={ending.isPending && ending.variables?.name === session.name}
          onClick={() => end(session.name)}
        >
          {said.end}
        </Button>
      ),
  },
];

const placeOf = ({ browser, system }: OpenSession, said: SecurityWords["sessions"]): string =>
  browser && system ? said.on(browser, system) : (browser ?? system ?? said.unknown);
