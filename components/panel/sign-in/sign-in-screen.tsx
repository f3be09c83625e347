"use client";
import { useSearchParams } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Translator } from "@/messages/catalogues";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { LanguageSwitch } from "../../ui/language-switch";
import { Notice } from "../../ui/notice";
import { PasswordField } from "../../ui/password-field";
import { TextLink } from "../../ui/text-link";
import { CodeField } from "./code-field";
import { DeviceLinkOffer } from "./device-link-offer";
import { failed, type SignInRefusal, signInAt, toNextPath } from "./sign-in-client";

/** The sign-in screen: e-mail address and password, then the second factor if the user has one. */
export function SignInScreen({ door }: { door: SignInDoor }) {
  const t = useTranslations("shared.signIn");
  const { refusal, refusedEmail, isBusy, submit, startAgain } = useSignIn(door);
  const asksForCode = refusal?.kind === "code_needed" || refusal?.kind === "code_wrong";
  const problem = refusal && findProblem(refusal, t);
  return (
    <main className="flex min-h-dvh flex-col bg-surface px-4 py-8 sm:items-center sm:justify-center">
      <div className="w-full sm:max-w-sm">
        <p className="mb-4 px-1 text-lg font-semibold tracking-tight">Vezne</p>
        <div className="rounded-card border border-line bg-paper p-6 sm:p-8">
          <h1 className="text-xl font-semibold">{asksForCode ? t("codeTitle") : t(`title.${door}`)}</h1>
          {!asksForCode && <p className="mt-1 text-ink-soft">{t(`purpose.${door}`)}</p>}
          <form method="post" className="mt-6 flex flex-col gap-4" onSubmit={submit}>
            {problem && (
              <Notice tone="bad" isUrgent>
                {problem}
              </Notice>
            )}
            {/* The fields stay in the form while the code is asked for, because they are sent again with it. */}
            <div className={asksForCode ? "hidden" : "flex flex-col gap-4"}>
              <TextField label={t("email")} name="email" type="email" autoComplete="username" required />
              <PasswordField label={t("password")} name="password" autoComplete="current-password" required />
            </div>
            {asksForCode && <CodeField error={refusal.kind === "code_wrong" ? t("codeWrong") : null} />}
            <Button type="submit" tone="primary" isBusy={isBusy} className="min-h-11">
              {asksForCode ? t("verify") : t("enter")}
            </Button>
            {isKeptOut(refusal) && <DeviceLinkOffer key={refusedEmail} door={door} email={refusedEmail} />}
            {asksForCode && <Button onClick={startAgain}>{t("other")}</Button>}
            {!asksForCode && <TextLink href={`/${door}/password`}>{t("forgotten")}</TextLink>}
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
  const [refusedEmail, setRefusedEmail] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.current = event.currentTarget;
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setBusy(true);
    const reason = await signInAt(door, fields).catch(() => failed);
    // A full page load, so that no cached data of a previous user remains.
    if (reason === null) return window.location.assign(toNextPath(door, next));
    setBusy(false);
    setRefusal(reason);
    setRefusedEmail(fields.email ?? "");
    selectField(form.current, reason.kind === "code_wrong" ? "code" : "password");
  };
  return {
    refusal,
    refusedEmail,
    isBusy,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    startAgain: () => {
      form.current?.reset();
      setRefusal(null);
    },
  };
}

/** Returns whether attempts that may be those of others keep the person out. */
const isKeptOut = (refusal: SignInRefusal | null): boolean =>
  refusal?.kind === "rate_limited" || refusal?.kind === "device_needed";

/** Selects the field that has to be typed again. */
function selectField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.select();
}

function findProblem({ kind, waitSeconds }: SignInRefusal, t: Translator<"shared.signIn">): string | null {
  if (kind === "wrong") return t("wrong");
  if (kind === "failed") return t("failed");
  if (kind === "device_needed") return t("deviceNeeded");
  return kind === "rate_limited" ? waitText(waitSeconds ?? 60, t) : null;
}

/** Says how long to wait, rounded up: in whole minutes from one minute on, otherwise in seconds. */
const waitText = (seconds: number, t: Translator<"shared.signIn">): string =>
  seconds < 60 ? t("tooMany.seconds", { count: seconds }) : t("tooMany.minutes", { count: Math.ceil(seconds / 60) });
