"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { failureOf } from "../../ui/failure-of";
import { useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { PasswordField } from "../../ui/password-field";
import { Section } from "../../ui/section";
import { NewPasswordField } from "../sign-in/new-password-field";
import { securityWords } from "./security-words";
import type { SelfProcedures } from "./self";

/** Changing the password, for whoever knows the present one. */
export function PasswordSection({ self }: { self: SelfProcedures }) {
  const { password: said, failed } = useWords(securityWords);
  const client = useQueryClient();
  const change = useMutation(self.changePassword.mutationOptions());
  /** The form as often as it was used up: nothing of a password stays in it. */
  const [uses, setUses] = useState(0);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    change.mutate(
      { present: String(fields.get("present")), next: String(fields.get("next")) },
      {
        onSuccess: () => {
          setUses(uses + 1);
          return client.invalidateQueries({ queryKey: self.sessions.queryKey() });
        },
      },
    );
  };
  const { code, problem, message } = failureOf(change.error);
  const isOfPresent = problem === "password_wrong";
  const isOfNext = code === "validation_error" && !isOfPresent;
  return (
    <Section title={said.title}>
      <p className="mb-4 max-w-prose text-ink-soft">{said.help}</p>
      <form key={uses} className="flex max-w-sm flex-col items-stretch gap-4" onSubmit={submit}>
        <PasswordField
          label={said.present}
          name="present"
          autoComplete="current-password"
          required
          error={isOfPresent ? message : null}
        />
        <NewPasswordField label={said.next} name="next" error={isOfNext ? message : null} />
        {change.error && !isOfPresent && !isOfNext && <FailureNotice error={change.error} title={failed} />}
        <Button type="submit" className="self-start max-sm:self-stretch" isBusy={change.isPending}>
          {said.change}
        </Button>
      </form>
      {change.data && (
        <div className="mt-4 max-w-prose" role="status">
          <Notice tone="good">{said.changed(change.data.sessionsEnded)}</Notice>
        </div>
      )}
    </Section>
  );
}
