"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { State } from "../../ui/state";
import { useAct } from "../use-act";
import { RecoveryCodes } from "./recovery-codes";
import { securityWords } from "./security-words";
import type { SelfProcedures } from "./self";
import { SetUpApp } from "./set-up-app";

/** With so many left somebody is told to take new ones. */
const few = 3;

/** The authenticator app: setting it up, switching it off, the codes for when it is lost. */
export function SecondFactorSection({ self }: { self: SelfProcedures }) {
  const { factor: said } = useWords(securityWords);
  const me = useQuery(self.get.queryOptions());
  const since = me.data?.secondFactorSince ?? null;
  return (
    <Section title={said.title}>
      <p className="mb-4 max-w-prose text-ink-soft">{said.why}</p>
      {me.error && !me.data && <FailureNotice error={me.error} onRetry={me.refetch} />}
      {me.isPending && <Skeleton className="h-10 w-full max-w-md" />}
      {me.data && since === null && <Off self={self} />}
      {me.data && since !== null && (
        <On self={self} since={since} recoveryCodesLeft={me.data.recoveryCodesLeft} />
      )}
    </Section>
  );
}

function Off({ self }: { self: SelfProcedures }) {
  const { factor: said, failed, codes: codesSaid } = useWords(securityWords);
  const start = useAct(self.startSecondFactor.mutationOptions());
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const refresh = useRefresh(self);
  const app = start.result;
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <State tone="quiet">{said.off}</State>
        <Button tone="primary" isBusy={start.isBusy} onClick={() => start.act()}>
          {said.setUp}
        </Button>
      </div>
      {start.error && <FailureNotice error={start.error} title={failed} />}
      {start.confirmation}
      {app && !recoveryCodes && (
        <SetUpApp self={self} app={app} onDone={setRecoveryCodes} onCancel={start.reset} />
      )}
      {/* Only who says so has kept them: they are not shown again. */}
      <Dialog
        isOpen={recoveryCodes !== null}
        onClose={() => undefined}
        title={codesSaid.title}
        description={codesSaid.what}
      >
        {recoveryCodes && <RecoveryCodes codes={recoveryCodes} onKept={() => void refresh()} />}
      </Dialog>
    </>
  );
}

function On({
  self,
  since,
  recoveryCodesLeft,
}: {
  self: SelfProcedures;
  since: Date;
  recoveryCodesLeft: number;
}) {
  const { factor: said, failed, cancel, codes: codesSaid } = useWords(securityWords);
  const refresh = useRefresh(self);
  const [asksToRemove, setAsksToRemove] = useState(false);
  const renew = useAct(self.renewRecoveryCodes.mutationOptions());
  const remove = useAct(self.removeSecondFactor.mutationOptions());
  const failure = renew.error ?? remove.error;
  const removeNow = () => {
    setAsksToRemove(false);
    remove.act(undefined, refresh);
  };
  const keep = () => {
    renew.reset();
    return refresh();
  };
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <Facts
        facts={[
          { term: said.title, value: <State tone="good">{said.on}</State> },
          { term: said.since, value: <Moment at={since} /> },
          { term: said.codesLeft, value: recoveryCodesLeft },
        ]}
      />
      {recoveryCodesLeft <= few && <Notice tone="warn">{said.codesLow}</Notice>}
      {failure && <FailureNotice error={failure} title={failed} />}
      <div className="flex flex-wrap gap-2">
        <Button isBusy={renew.isBusy} onClick={() => renew.act()}>
          {said.renew}
        </Button>
        <Button tone="danger" isBusy={remove.isBusy} onClick={() => setAsksToRemove(true)}>
          {said.remove}
        </Button>
      </div>
      {renew.confirmation}
      {remove.confirmation}
      <Dialog
        isOpen={renew.result !== undefined}
        onClose={() => undefined}
        title={codesSaid.title}
        description={codesSaid.what}
      >
        {renew.result && <RecoveryCodes codes={renew.result.recoveryCodes} onKept={() => void keep()} />}
      </Dialog>
      <Dialog
        isOpen={asksToRemove}
        onClose={() => setAsksToRemove(false)}
        title={said.removeTitle}
        description={said.removeWhat}
        actions={
          <>
            <Button onClick={() => setAsksToRemove(false)}>{cancel}</Button>
            <Button tone="danger" onClick={removeNow}>
              {said.removeDo}
            </Button>
          </>
        }
      />
    </div>
  );
}

/** Reads again how one signs in, and where one is: other sessions end with each of these changes. */
function useRefresh(self: SelfProcedures) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: self.get.queryKey() }),
      client.invalidateQueries({ queryKey: self.sessions.queryKey() }),
    ]);
}
