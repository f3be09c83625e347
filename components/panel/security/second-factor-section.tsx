"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { State } from "../../ui/state";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import type { SelfProcedures } from "./self";
import { SetUpApp } from "./set-up-app";

/** The user is advised to create new recovery codes when at most this many are left. */
const fewCodes = 3;

/** The authenticator app: set-up, removal, and the recovery codes for a lost phone. */
export function SecondFactorSection({ self }: { self: SelfProcedures }) {
  const t = useTranslations("shared.security");
  const me = useQuery(self.get.queryOptions());
  const since = me.data?.secondFactorSince ?? null;
  return (
    <Section title={t("factor.title")}>
      <p className="mb-4 max-w-prose text-ink-soft">{t("factor.why")}</p>
      {me.error && !me.data && <FailureNotice error={me.error} onRetry={me.refetch} />}
      {me.isPending && <Skeleton className="h-10 w-full max-w-md" />}
      {me.data && since === null && <Off self={self} />}
      {me.data && since !== null && <On self={self} since={since} recoveryCodesLeft={me.data.recoveryCodesLeft} />}
    </Section>
  );
}

function Off({ self }: { self: SelfProcedures }) {
  const t = useTranslations("shared.security");
  const start = useMutationWithConfirmation(self.startSecondFactor.mutationOptions());
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const refresh = useRefresh(self);
  const app = start.result;
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <State tone="quiet">{t("factor.off")}</State>
        <Button tone="primary" isBusy={start.isBusy} onClick={() => start.mutate()}>
          {t("factor.setUp")}
        </Button>
      </div>
      {start.error && <FailureNotice error={start.error} title={t("failed")} />}
      {start.confirmation}
      {app && !recoveryCodes && <SetUpApp self={self} app={app} onDone={setRecoveryCodes} onCancel={start.reset} />}
      <RecoveryCodesDialog codes={recoveryCodes} onKept={() => void refresh()} />
    </>
  );
}

function On({ self, since, recoveryCodesLeft }: { self: SelfProcedures; since: Date; recoveryCodesLeft: number }) {
  const t = useTranslations("shared.security");
  const refresh = useRefresh(self);
  const [asksToRemove, setAsksToRemove] = useState(false);
  const renew = useMutationWithConfirmation(self.renewRecoveryCodes.mutationOptions());
  const remove = useMutationWithConfirmation(self.removeSecondFactor.mutationOptions());
  const failure = renew.error ?? remove.error;
  const removeNow = () => {
    setAsksToRemove(false);
    remove.mutate(undefined, refresh);
  };
  const keep = () => {
    renew.reset();
    return refresh();
  };
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <Facts
        facts={[
          { term: t("factor.title"), value: <State tone="good">{t("factor.on")}</State> },
          { term: t("factor.since"), value: <DateTime at={since} /> },
          { term: t("factor.codesLeft"), value: recoveryCodesLeft },
        ]}
      />
      {recoveryCodesLeft <= fewCodes && <Notice tone="warn">{t("factor.codesLow")}</Notice>}
      {failure && <FailureNotice error={failure} title={t("failed")} />}
      <div className="flex flex-wrap gap-2">
        <Button isBusy={renew.isBusy} onClick={() => renew.mutate()}>
          {t("factor.renew")}
        </Button>
        <Button tone="danger" isBusy={remove.isBusy} onClick={() => setAsksToRemove(true)}>
          {t("factor.remove")}
        </Button>
      </div>
      {renew.confirmation}
      {remove.confirmation}
      <RecoveryCodesDialog codes={renew.result?.recoveryCodes ?? null} onKept={() => void keep()} />
      <Dialog
        isOpen={asksToRemove}
        onClose={() => setAsksToRemove(false)}
        title={t("factor.removeTitle")}
        description={t("factor.removeWhat")}
        actions={
          <>
            <Button onClick={() => setAsksToRemove(false)}>{t("cancel")}</Button>
            <Button tone="danger" onClick={removeNow}>
              {t("factor.removeDo")}
            </Button>
          </>
        }
      />
    </div>
  );
}

/**
 * Returns a function that fetches the user and the sessions again, because each of these changes ends the other
 * sessions.
 */
function useRefresh(self: SelfProcedures) {
  const client = useQueryClient();
  const router = useRouter();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: self.get.queryKey() }),
      client.invalidateQueries({ queryKey: self.sessions.queryKey() }),
      // The navigation of the back-office is rendered by the server, and grows with the second factor.
      router.refresh(),
    ]);
}
