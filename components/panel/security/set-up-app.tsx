"use client";
import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { FormText } from "@/components/ui/form/text-fields";
import { useZodForm } from "@/components/ui/form/use-zod-form";
import { secondFactorInput } from "@/server/domain/people/self-inputs";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { CloseButton, Dialog, DialogActions } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { Skeleton } from "../../ui/skeleton";
import type { SelfProcedures } from "./self";

const QrCode = dynamic(async () => (await import("../../ui/qr-code")).QrCode, {
  ssr: false,
  loading: () => <Skeleton className="size-48" />,
});

const refusedFields = { second_factor_wrong: "code" } as const;

interface SetUpAppProps {
  readonly self: SelfProcedures;
  readonly app: { readonly secret: string; readonly uri: string };
  onDone(recoveryCodes: readonly string[]): void;
  onCancel(): void;
}

/** The dialog that shows the secret for the authenticator app and verifies a first code from it. */
export function SetUpApp({ self, app, onDone, onCancel }: SetUpAppProps) {
  const t = useTranslations("shared.security");
  const finish = useMutation(
    self.finishSecondFactor.mutationOptions({ onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) }),
  );
  const { control, submit, failure } = useZodForm(secondFactorInput, {
    defaultValues: { code: "" },
    error: finish.error,
    refusedFields,
  });
  return (
    <Dialog isOpen onClose={onCancel} isBusy={finish.isPending} title={t("factor.setUp")}>
      <form className="flex flex-col gap-4" onSubmit={submit((input) => finish.mutateAsync(input))} noValidate>
        <p>{t("factor.scan")}</p>
        <div className="self-center">
          <QrCode text={app.uri} label={t("factor.qrLabel")} />
        </div>
        <div>
          <p className="text-ink-soft">{t("factor.byHand")}</p>
          <div className="mt-1 flex flex-wrap items-center gap-2">
            <code className="font-mono wrap-anywhere">{groupByFour(app.secret)}</code>
            <CopyButton text={app.secret} />
          </div>
        </div>
        <FormText
          control={control}
          name="code"
          label={t("factor.code")}
          hint={t("factor.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
        />
        {failure ? <FailureNotice error={failure} title={t("failed")} /> : null}
        <DialogActions>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" tone="primary" isBusy={finish.isPending}>
            {t("factor.finish")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const groupByFour = (secret: string): string => secret.replace(/.{4}(?=.)/g, "$& ");
