"use client";
import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { FormEvent } from "react";
import { readFailure } from "@/components/ui/read-failure";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { CloseButton, Dialog, DialogActions } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
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

/** The dialog that shows the secret for the authenticator app and verifies a first code from it. */
export function SetUpApp({ self, app, onDone, onCancel }: SetUpAppProps) {
  const { factor: t, cancel, failed } = useWords(securityWords);
  const finish = useMutation(
    self.finishSecondFactor.mutationOptions({ onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    finish.mutate({ code: String(new FormData(event.currentTarget).get("code")) });
  };
  const { problem, message } = readFailure(finish.error);
  const isWrongCode = problem === "second_factor_wrong";
  return (
    <Dialog isOpen onClose={onCancel} isBusy={finish.isPending} title={t.setUp}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <p>{t.scan}</p>
        <div className="self-center">
          <QrCode text={app.uri} label={t.qrLabel} />
        </div>
        <div>
          <p className="text-ink-soft">{t.byHand}</p>
          <div className="mt-1 flex flex-wrap items-center gap-2">
            <code className="font-mono wrap-anywhere">{groupByFour(app.secret)}</code>
            <CopyButton text={app.secret} />
          </div>
        </div>
        <TextField
          label={t.code}
          hint={t.codeHint}
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
            {t.finish}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const groupByFour = (secret: string): string => secret.replace(/.{4}(?=.)/g, "$& ");
