"use client";
import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { FormEvent } from "react";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { CloseButton, Dialog, DialogActions } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { failureOf } from "../../ui/failure-of";
import { TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { Skeleton } from "../../ui/skeleton";
import { securityWords } from "./security-words";
import type { SelfProcedures } from "./self";

const QrCode = dynamic(async () => (await import("../../ui/qr-code")).QrCode, {
  ssr: false,
  loading: () => <Skeleton className="size-48" />,
});

interface SetUpAppProps {
  readonly self: SelfProcedures;
  readonly app: { readonly secret: string; readonly uri: string };
  onDone(recoveryCodes: readonly string[]): void;
  onCancel(): void;
}

/** The window where the secret goes to the app, and a code comes back that shows that it has arrived. */
export function SetUpApp({ self, app, onDone, onCancel }: SetUpAppProps) {
  const { factor: said, cancel, failed } = useWords(securityWords);
  const finish = useMutation(
    self.finishSecondFactor.mutationOptions({ onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    finish.mutate({ code: String(new FormData(event.currentTarget).get("code")) });
  };
  const { problem, message } = failureOf(finish.error);
  const isWrongCode = problem === "second_factor_wrong";
  return (
    <Dialog isOpen onClose={onCancel} isBusy={finish.isPending} title={said.setUp}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <p>{said.scan}</p>
        <div className="self-center">
          <QrCode text={app.uri} label={said.qrLabel} />
        </div>
        <div>
          <p className="text-ink-soft">{said.byHand}</p>
          <div className="mt-1 flex flex-wrap items-center gap-2">
            <code className="font-mono wrap-anywhere">{inFours(app.secret)}</code>
            <CopyButton text={app.secret} />
          </div>
        </div>
        <TextField
          label={said.code}
          hint={said.codeHint}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          error={isWrongCode ? message : null}
        />
        {finish.error && !isWrongCode && <FailureNotice error={finish.error} title={failed} />}
        <DialogActions>
          <CloseButton>{cancel}</CloseButton>
          <Button type="submit" tone="primary" isBusy={finish.isPending}>
            {said.finish}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const inFours = (secret: string): string => secret.replace(/.{4}(?=.)/g, "$& ");
