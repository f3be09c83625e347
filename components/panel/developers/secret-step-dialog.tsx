"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { AskDialog } from "./ask-dialog";
import { ShownOnce } from "./shown-once";

/** The last four characters of the present, the prepared and the previous webhook secret (D-37). */
export interface SecretEnds {
  readonly presentEnd: string;
  readonly nextEnd: string | null;
  readonly previous: { readonly end: string; readonly until: Date } | null;
}

export type SecretStep = "prepare" | "activate" | "rollback";

interface StepProps {
  readonly ends: SecretEnds;
  /** @param done the sentence that confirms the step; null when the step was cancelled or confirms itself */
  onClose(done: string | null): void;
}

/** One step of a secret rotation: explains the step and performs it after confirmation. */
export function SecretStepDialog({ step, ...props }: StepProps & { step: SecretStep }) {
  if (step === "prepare") return <PrepareDialog {...props} />;
  return step === "activate" ? <ActivateDialog {...props} /> : <RollbackDialog {...props} />;
}

/** Returns mutation options that fetch the webhook settings again after success. */
function useRefetchSettings() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return { onSuccess: () => client.invalidateQueries(trpc.webhook.settings.queryFilter()) };
}

function PrepareDialog({ ends: { nextEnd }, onClose }: StepProps) {
  const t = useTranslations("panel.secret");
  const trpc = useTRPC();
  const [secret, setSecret] = useState<string | null>(null);
  const step = useMutationWithConfirmation(trpc.webhook.prepareSecret.mutationOptions(useRefetchSettings()));
  if (secret !== null) {
    return (
      <ShownOnce
        title={t("shownTitle")}
        text={t("shownText")}
        warning={t("shownWarn")}
        secret={secret}
        copyLabel={t("copy")}
        done={t("done")}
        onClose={() => onClose(null)}
      />
    );
  }
  const prepare = () =>
    step.mutate(undefined, (prepared) => {
      setSecret(prepared.secret);
      step.reset();
    });
  return (
    <>
      <AskDialog
        title={t("prepareAsk")}
        text={nextEnd === null ? t("prepareAskText") : t("prepareAgainText")}
        yes={t("prepare")}
        no={t("cancel")}
        failed={t("failed")}
        isBusy={step.isBusy}
        error={step.error}
        onYes={prepare}
        onClose={() => onClose(null)}
      />
      {step.confirmation}
    </>
  );
}

function ActivateDialog({ ends: { nextEnd, presentEnd }, onClose }: StepProps) {
  const t = useTranslations("panel.secret");
  const trpc = useTRPC();
  const step = useMutationWithConfirmation(trpc.webhook.activateSecret.mutationOptions(useRefetchSettings()));
  return (
    <>
      <AskDialog
        title={t("activateAsk")}
        text={t("activateAskText", { next: nextEnd ?? "", present: presentEnd })}
        yes={t("activate")}
        no={t("cancel")}
        failed={t("failed")}
        isBusy={step.isBusy}
        error={step.error}
        onYes={() => step.mutate(undefined, () => onClose(t("activated")))}
        onClose={() => onClose(null)}
      />
      {step.confirmation}
    </>
  );
}

function RollbackDialog({ ends: { presentEnd, nextEnd, previous }, onClose }: StepProps) {
  const t = useTranslations("panel.secret");
  const trpc = useTRPC();
  const step = useMutationWithConfirmation(trpc.webhook.rollbackSecret.mutationOptions(useRefetchSettings()));
  const ends = { previous: previous?.end ?? "", present: presentEnd };
  const text =
    nextEnd === null ? t("rollbackAskText.keeps", ends) : t("rollbackAskText.deletes", { ...ends, next: nextEnd });
  return (
    <>
      <AskDialog
        title={t("rollbackAsk")}
        text={text}
        yes={t("rollback")}
        no={t("cancel")}
        failed={t("failed")}
        isBusy={step.isBusy}
        error={step.error}
        onYes={() => step.mutate(undefined, () => onClose(t("rolledBack")))}
        onClose={() => onClose(null)}
      />
      {step.confirmation}
    </>
  );
}
