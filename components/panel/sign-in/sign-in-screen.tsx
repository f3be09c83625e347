"use client";
import { useSearchParams } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { LanguageSwitch } from "../../ui/language-switch";
import { Notice } from "../../ui/notice";
import { PasswordField } from "../../ui/password-field";
import { CodeField } from "./code-field";
import { failed, placeAfter, type SignInRefusal, signInAt } from "./sign-in-client";
import { type SignInWords, signInWords, waitText } from "./sign-in-words";

/** The door: e-mail address and password, and then the second factor where there is one. */
export function SignInScreen({ door }: { door: SignInDoor }) {
  const said = useWords(signInWords);
  const { refusal, isBusy, submit, startAgain } = useSignIn(door);
  const asksForCode = refusal?.kind === "code_needed" || refusal?.kind === "code_wrong";
  const problem = refusal && problemOf(refusal, said);
  return (
    <main className="flex min-h-dvh flex-col bg-surface px-4 py-8 sm:items-center sm:justify-center">
      <div className="w-full sm:max-w-sm">
        <p className="mb-4 px-1 text-lg font-semibold tracking-tight">Vezne</p>
        <div className="rounded-card border border-line bg-paper p-6 sm:p-8">
          <h1 className="text-xl font-semibold">{asksForCode ? said.codeTitle : said.title[door]}</h1>
          {!asksForCode && <p className="mt-1 text-ink-soft">{said.purpose[door]}</p>}
          <form method="post" className="mt-6 flex flex-col gap-4" onSubmit={submit}>
            {problem && (
              <Notice tone="bad" isUrgent>
                {problem}
              </Notice>
            )}
            {/* What was typed stays in the form while the code is asked for. */}
            <div className={asksForCode ? "hidden" : "flex flex-col gap-4"}>
              <TextField label={said.email} name="email" type="email" autoComplete="username" required />
              <PasswordField label={said.password} name="password" autoComplete="current-password" required />
            </div>
            {asksForCode && <CodeField error={refusal.kind === "code_wrong" ? said.codeWrong : null} />}
            <Button type="submit" tone="primary" isBusy={isBusy} className="min-h-11">
              {asksForCode ? said.verify : said.enter}
            </Button>
            {asksForCode && <Button onClick={startAgain}>{said.other}</Button>}
          </form>
        </div>
        <div className="mt-4 flex justify-end">
          <LanguageSwitch />
        </div>
      </div>
    </main>
  );
}

function useSignIn(door: SignInDoor) {
  const next = useSearchParams().get("next");
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.current = event.currentTarget;
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setBusy(true);
    const why = await signInAt(door, fields).catch(() => failed);
    // What the pages before have kept goes with them.
    if (why === null) return window.location.assign(placeAfter(door, next));
    setBusy(false);
    setRefusal(why);
    selectIn(form.current, why.kind === "code_wrong" ? "code" : "password");
  };
  return {
    refusal,
    isBusy,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    startAgain: () => {
      form.current?.reset();
      setRefusal(null);
    },
  };
}

/** Puts the reader's hand on what is to be typed again. */
function selectIn(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.select();
}

function problemOf({ kind, waitSeconds }: SignInRefusal, said: SignInWords): string | null {
  if (kind === "wrong") return said.wrong;
  if (kind === "failed") return said.failed;
  return kind === "rate_limited" ? said.tooMany(waitText(waitSeconds ?? 60, said)) : null;
}
