"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { FailureNotice } from "@/components/ui/failure";
import { FormPassword } from "@/components/ui/form/text-fields";
import { useZodForm } from "@/components/ui/form/use-zod-form";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import type { Duty } from "@/server/domain/people/duties";
import { passwordChangeInput } from "@/server/domain/people/self-inputs";
import { PageHead } from "../../ui/page-head";
import { NewPasswordField } from "../sign-in/new-password-field";
import { useTRPC } from "../trpc";
import { AddressSection } from "./address-section";
import { AttemptsSection } from "./attempts-section";
import { PasskeysSection } from "./passkeys-section";
import { SecondFactorSection } from "./second-factor-section";
import type { SelfProcedures } from "./self";
import { SessionsSection } from "./sessions-section";

interface SecurityProps {
  readonly door: "panel" | "staff";
  /** What the user has to do before any other screen opens. */
  readonly duty: Duty | null;
}

/** Password, second factor and sessions of the signed-in user, in the panel and in the back-office. */
export function SecurityScreen({ door, duty }: SecurityProps) {
  const t = useTranslations("shared.security");
  const { self } = useTRPC();
  const openRest = () => {
    if (duty !== null) window.location.assign(`/${door}`);
  };
  return (
    <>
      <PageHead title={t("title")}>{t(`intros.${door}`)}</PageHead>
      {duty !== null && (
        <div className="mb-6 max-w-prose">
          <Notice tone="warn" title={t(`duties.${duty}.title`)}>
            {t(`duties.${duty}.help`)}
          </Notice>
        </div>
      )}
      {duty === "password" ? (
        // A full page load opens what waits behind the duty. The other sections come then.
        <PasswordSection self={self} onDone={openRest} />
      ) : (
        <>
          <PasskeysSection self={self} onAdded={openRest} />
          <SecondFactorSection self={self} />
          <PasswordSection self={self} />
          <AddressSection self={self} />
          <SessionsSection self={self} />
          <AttemptsSection self={self} />
        </>
      )}
    </>
  );
}

/** Changes the password of a user who knows the present one. */
function PasswordSection({ self, onDone }: { self: SelfProcedures; onDone?: () => void }) {
  const t = useTranslations("shared.security");
  const client = useQueryClient();
  // The React key of the form. It changes after every use, so that no password stays in the fields.
  const [formKey, setFormKey] = useState(0);
  const [sessionsEnded, setSessionsEnded] = useState<number | null>(null);
  const finish = (ended: number) => {
    if (onDone) return onDone();
    setSessionsEnded(ended);
    setFormKey(formKey + 1);
    return client.invalidateQueries({ queryKey: self.sessions.queryKey() });
  };
  return (
    <Section title={t("password.title")}>
      <p className="mb-4 max-w-prose text-ink-soft">{t("password.help")}</p>
      <PasswordForm key={formKey} self={self} onSent={() => setSessionsEnded(null)} onChanged={finish} />
      {sessionsEnded !== null && (
        <div className="mt-4 max-w-prose" role="status">
          <Notice tone="good">{t("password.changed", { ended: sessionsEnded })}</Notice>
        </div>
      )}
    </Section>
  );
}

/** Every refusal but that of the present password concerns the new one. */
const refusedFields = { password_wrong: "present", validation_error: "next" } as const;

interface PasswordFormProps {
  readonly self: SelfProcedures;
  onSent(): void;
  /** @param sessionsEnded the number of other sessions that the change has ended */
  onChanged(sessionsEnded: number): unknown;
}

function PasswordForm({ self, onSent, onChanged }: PasswordFormProps) {
  const t = useTranslations("shared.security");
  const change = useMutation(
    self.changePassword.mutationOptions({ onSuccess: (done) => onChanged(done.sessionsEnded) }),
  );
  const { control, submit, failure } = useZodForm(passwordChangeInput, {
    defaultValues: { present: "", next: "" },
    error: change.error,
    refusedFields,
  });
  const send = submit((input) => {
    onSent();
    return change.mutateAsync(input);
  });
  return (
    <form className="flex max-w-sm flex-col items-stretch gap-4" onSubmit={send} noValidate>
      <FormPassword
        control={control}
        name="present"
        label={t("password.present")}
        autoComplete="current-password"
        required
      />
      <NewPasswordField control={control} name="next" label={t("password.next")} />
      {failure ? <FailureNotice error={failure} title={t("failed")} /> : null}
      <Button type="submit" className="self-start max-sm:self-stretch" isBusy={change.isPending}>
        {t("password.change")}
      </Button>
    </form>
  );
}
