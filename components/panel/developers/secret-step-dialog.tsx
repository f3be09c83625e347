"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWords } from "../../ui/language";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import { AskDialog } from "./ask-dialog";
import type { SecretEnds } from "./secret-ends";
import { secretWords } from "./secret-words";
import { ShownOnce } from "./shown-once";

export type SecretStep = "prepare" | "activate" | "rollback";

interface StepProps {
  readonly ends: SecretEnds;
  /** With what was done, or null. */
  onClose(done: string | null): void;
}

/** One step of a rotation: says what it does, and does it. */
export function SecretStepDialog({ step, ...props }: StepProps & { step: SecretStep }) {
  if (step === "prepare") return <PrepareDialog {...props} />;
  return step === "activate" ? <ActivateDialog {...props} /> : <RollbackDialog {...props} />;
}

/** Has the page read again what signs. */
function useReadAgain() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return { onSuccess: () => client.invalidateQueries(trpc.webhook.settings.queryFilter()) };
}

function PrepareDialog({ ends: { nextEnd }, onClose }: StepProps) {
  const said = useWords(secretWords);
  const trpc = useTRPC();
  const [secret, setSecret] = useState<string | null>(null);
  const step = useAct(trpc.webhook.prepareSecret.mutationOptions(useReadAgain()));
  if (secret !== null) {
    return (
      <ShownOnce
        title={said.shownTitle}
        text={said.shownText}
        warning={said.shownWarn}
        secret={secret}
        copyLabel={said.copy}
        done={said.done}
        onClose={() => onClose(null)}
      />
    );
  }
  const prepare = () =>
    step.act(undefined, (made) => {
      setSecret(made.secret);
      step.reset();
    });
  return (
    <>
      <AskDialog
        title={said.prepareAsk}
        text={nextEnd === null ? said.prepareAskText : said.prepareAgainText}
        yes={said.prepare}
        no={said.cancel}
        failed={said.failed}
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
  const said = useWords(secretWords);
  const trpc = useTRPC();
  const step = useAct(trpc.webhook.activateSecret.mutationOptions(useReadAgain()));
  return (
    <>
      <AskDialog
        title={said.activateAsk}
        text={said.activateAskText(nextEnd ?? "", presentEnd)}
        yes={said.activate}
        no={said.cancel}
        failed={said.failed}
        isBusy={step.isBusy}
        error={step.error}
        onYes={() => step.act(undefined, () => onClose(said.activated))}
        onClose={() => onClose(null)}
      />
      {step.confirmation}
    </>
  );
}

function RollbackDialog({ ends: { presentEnd, nextEnd, previous }, onClose }: StepProps) {
  const said = useWords(secretWords);
  const trpc = useTRPC();
  const step = useAct(trpc.webhook.rollbackSecret.mutationOptions(useReadAgain()));
  return (
    <>
      <AskDialog
        title={said.rollbackAsk}
        text={said.rollbackAskText(previous?.end ?? "", presentEnd, nextEnd)}
        yes={said.rollback}
        no={said.cancel}
        failed={said.failed}
        isBusy={step.isBusy}
        error={step.error}
        onYes={() => step.act(undefined, () => onClose(said.rolledBack))}
        onClose={() => onClose(null)}
      />
      {step.confirmation}
    </>
  );
}
