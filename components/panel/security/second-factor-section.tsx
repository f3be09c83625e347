"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { saveFile } from "../../ui/save-file";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { State } from "../../ui/state";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
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
      {/* Only the confirmation button closes the dialog, because the codes cannot be shown again. */}
      <Dialog
        isOpen={recoveryCodes !== null}
        onClose={() => undefined}
        title={t("codes.title")}
        description={t("codes.what")}
      >
        {recoveryCodes && <RecoveryCodes codes={recoveryCodes} onKept={() => void refresh()} />}
      </Dialog>
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
      <Dialog
        isOpen={renew.result !== undefined}
        onClose={() => undefined}
        title={t("codes.title")}
        description={t("codes.what")}
      >
        {renew.result && <RecoveryCodes codes={renew.result.recoveryCodes} onKept={() => void keep()} />}
      </Dialog>
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

/** The ten recovery codes, which are shown only once, with the ways to save them. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTranslations("shared.security");
  const text = `${t("codes.fileHead")}\n\n${codes.join("\n")}\n`;
  return (
    <>
      <div data-print="true" className="rounded-control border border-line bg-surface p-4 print:border-0">
        <p className="mb-3 hidden font-semibold print:block">{t("codes.fileHead")}</p>
        <ol className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-base sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={t("codes.copy")} />
        <Button onClick={() => saveFile(new Blob([text], { type: "text/plain;charset=utf-8" }), t("codes.file"))}>
          <Download aria-hidden="true" size={16} />
          {t("codes.download")}
        </Button>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" size={16} />
          {t("codes.print")}
        </Button>
      </div>
      <Button tone="primary" onClick={onKept}>
        {t("codes.kept")}
      </Button>
    </>
  );
}
