"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { readFailure } from "@/components/ui/read-failure";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { PasswordField } from "../../ui/password-field";
import { Section } from "../../ui/section";
import { NewPasswordField } from "../sign-in/new-password-field";
import { securityWords } from "./security-words";
import type { SelfProcedures } from "./self";

/** Changes the password of a user who knows the present one. */
export function PasswordSection({ self }: { self: SelfProcedures }) {
  const { password: t, failed } = useWords(securityWords);
  const client = useQueryClient();
  const change = useMutation(self.changePassword.mutationOptions());
  // The React key of the form. It changes after every use, so that no password stays in the fields.
  const [formKey, setFormKey] = useState(0);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    change.mutate(
      { present: String(fields.get("present")), next: String(fields.get("next")) },
      {
        onSuccess: () => {
          setFormKey(formKey + 1);
          return client.invalidateQueries({ queryKey: self.sessions.queryKey() });
        },
      },
    );
  };
  const { code, problem, message } = readFailure(change.error);
  const isPresentWrong = problem === "password_wrong";
  const isNextInvalid = code === "validation_error" && !isPresentWrong;
  return (
    <Section title={t.title}>
      <p className="mb-4 max-w-prose text-ink-soft">{t.help}</p>
      <form key={formKey} className="flex max-w-sm flex-col items-stretch gap-4" onSubmit={submit}>
        <PasswordField
          label={t.present}
          name="present"
          autoComplete="current-password"
          required
          error={isPresentWrong ? message : null}
        />
        <NewPasswordField label={t.next} name="next" error={isNextInvalid ? message : null} />
        {change.error && !isPresentWrong && !isNextInvalid && <FailureNotice error={change.error} title={failed} />}
        <Button type="submit" className="self-start max-sm:self-stretch" isBusy={change.isPending}>
          {t.change}
        </Button>
      </form>
      {change.data && (
        <div className="mt-4 max-w-prose" role="status">
          <Notice tone="good">{t.changed(change.data.sessionsEnded)}</Notice>
        </div>
      )}
    </Section>
  );
}
