"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { FailureNotice } from "@/components/ui/failure";
import { Notice } from "@/components/ui/notice";
import { PasswordField } from "@/components/ui/password-field";
import { readFailure } from "@/components/ui/read-failure";
import { Section } from "@/components/ui/section";
import { useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { NewPasswordField } from "../sign-in/new-password-field";
import { useTRPC } from "../trpc";
import { SecondFactorSection } from "./second-factor-section";
import { securityWords } from "./security-words";
import type { SelfProcedures } from "./self";
import { SessionsSection } from "./sessions-section";

/** The panel user's own sign-in settings. */
export function SecurityScreen() {
  return <Security self={useTRPC().self} />;
}

/** Password, second factor and sessions of the signed-in user, in the panel and in the back-office. */
function Security({ self }: { self: SelfProcedures }) {
  const t = useWords(securityWords);
  return (
    <>
      <PageHead title={t.title}>{t.intro}</PageHead>
      <SecondFactorSection self={self} />
      <PasswordSection self={self} />
      <SessionsSection self={self} />
    </>
  );
}

/** Changes the password of a user who knows the present one. */
function PasswordSection({ self }: { self: SelfProcedures }) {
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
