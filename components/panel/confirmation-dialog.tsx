"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import type { Translator } from "@/messages/catalogues";
import { confirmationForm } from "@/server/domain/people/self-inputs";
import { Button } from "../ui/button";
import { CloseButton, Dialog, DialogActions } from "../ui/dialog";
import { textNotation } from "../ui/form/notation";
import { FormPassword } from "../ui/form/text-fields";
import { type Bound, useTyped } from "../ui/form/use-bound";
import { useZodForm } from "../ui/form/use-zod-form";
import { Notice } from "../ui/notice";
import { readFailure } from "../ui/read-failure";
import { useConfirm } from "./confirm-context";
import { CodeField } from "./sign-in/code-field";
import { useTRPC } from "./trpc";

const refusedFields = { password_wrong: "password", second_factor_wrong: "code" } as const;

interface ConfirmationProps {
  /** Whether the action asks for the second factor itself, so that the code is asked for from the beginning. */
  readonly asksForCode?: boolean;
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}

/** Asks for the password, and for a second-factor code where the user has one, before a sensitive action continues. */
export function ConfirmationDialog({ asksForCode: isCodeDemanded = false, onConfirmed, onCancel }: ConfirmationProps) {
  const t = useTranslations("shared.confirmation");
  const confirm = useMutation({ mutationFn: useConfirm(), onSuccess: onConfirmed });
  // Once the server has asked for a code, the field stays.
  const [asksForCode, setAsksForCode] = useState(isCodeDemanded);
  const schema = useMemo(() => confirmationForm(asksForCode), [asksForCode]);
  const { control, submit, clear, failure } = useZodForm(schema, {
    defaultValues: { password: "", code: "" },
    error: confirm.error,
    refusedFields,
  });
  const send = submit((given) =>
    confirm.mutateAsync(given, {
      onError: (error) => readFailure(error).problem === "second_factor_needed" && setAsksForCode(true),
    }),
  );
  const { self } = useTRPC();
  const hasPasskey = useQuery(self.get.queryOptions()).data?.hasPasskey ?? false;
  const start = useMutation(self.startConfirmation.mutationOptions());
  const byPasskey = useMutation(self.confirmByPasskey.mutationOptions({ onSuccess: onConfirmed }));
  const signWithPasskey = async () => {
    const optionsJSON = await start.mutateAsync();
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const passkey = await startAuthentication({ optionsJSON }).catch(() => null);
    if (passkey) await byPasskey.mutateAsync({ passkey: passkey as never });
  };
  const wrong = failure ?? start.error ?? byPasskey.error;
  const refusal = wrong ? toText(wrong, t) : null;
  return (
    <Dialog isOpen onClose={onCancel} isBusy={confirm.isPending} title={t("title")} description={t("why")}>
      <form className="flex flex-col gap-4" onSubmit={send} noValidate>
        {refusal && (
          <Notice tone="bad" isUrgent>
            {refusal}
          </Notice>
        )}
        <FormPassword
          control={control}
          name="password"
          label={t("password")}
          autoComplete="current-password"
          required
        />
        {asksForCode && <FormCode control={control} name="code" onSwitch={() => clear("code")} />}
        <DialogActions>
          <CloseButton>{t("cancel")}</CloseButton>
          {hasPasskey && (
            // A refusal is shown by the state of the mutation.
            <Button isBusy={byPasskey.isPending} onClick={() => void signWithPasskey().catch(() => undefined)}>
              {t("passkey")}
            </Button>
          )}
          <Button type="submit" tone="primary" isBusy={confirm.isPending}>
            {t("confirm")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function FormCode<Values extends FieldValues, Output>({
  onSwitch,
  ...bound
}: Bound<Values, Output, string | null> & { onSwitch: () => void }) {
  return <CodeField {...useTyped(bound, textNotation({}))} onSwitch={onSwitch} />;
}

/**
 * Returns the text of a refusal that concerns no field. `second_factor_needed` is none: it only means that the code was
 * not asked for yet.
 */
function toText(error: unknown, t: Translator<"shared.confirmation">): string | null {
  const { code, problem, message, retryAfterSeconds } = readFailure(error);
  if (problem === "second_factor_needed") return null;
  if (code === "rate_limited") return t("tooMany", { minutes: Math.ceil((retryAfterSeconds ?? 60) / 60) });
  return message ?? t("failed");
}
