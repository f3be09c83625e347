"use client";
import { KeyRound } from "lucide-react";
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
import { failed, readPasskey, type SignInRefusal, signInAt, toNextPath } from "./sign-in-client";

/** The sign-in screen: e-mail address and password, then the second factor if the user has one. */
export function SignInScreen({ door }: { door: SignInDoor }) {
  const t = useTranslations("shared.signIn");
  const { form, refusal, refusedEmail, isBusy, asksForCode, isCancelled, submit, usePasskey, startAgain } =
    useSignIn(door);
  const problem = isCancelled ? t("passkeyCancelled") : refusal && findProblem(refusal, t);
  return (
    <main className="flex min-h-dvh flex-col bg-surface px-4 py-8 sm:items-center sm:justify-center">
      <div className="w-full sm:max-w-sm">
        <p className="mb-4 px-1 text-lg font-semibold tracking-tight">Vezne</p>
        <div className="rounded-card border border-line bg-paper p-6 sm:p-8">
          <h1 className="text-xl font-semibold">{asksForCode ? t("codeTitle") : t(`title.${door}`)}</h1>
          {!asksForCode && <p className="mt-1 text-ink-soft">{t(`purpose.${door}`)}</p>}
          <form ref={form} method="post" className="mt-6 flex flex-col gap-4" onSubmit={submit}>
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
            {refusal?.kind === "passkey_needed" && <p className="text-ink-soft">{t("passkeyNeeded")}</p>}
            {asksForCode && <CodeField error={refusal?.kind === "code_wrong" ? t("codeWrong") : null} />}
            <Button type="submit" tone="primary" isBusy={isBusy} className="min-h-11">
              {asksForCode ? t("verify") : t("enter")}
            </Button>
            <Button isBusy={isBusy} onClick={usePasskey} className="min-h-11">
              <KeyRound aria-hidden="true" size={16} />
              {asksForCode ? t("passkeyStep") : t("passkey")}
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
  const [isCancelled, setCancelled] = useState(false);
  const [refusedEmail, setRefusedEmail] = useState("");
  const form = useRef<HTMLFormElement>(null);
  // A wrong code or a refused passkey in the second step leaves the second step open.
  const [asksForCode, setAsksForCode] = useState(false);
  const send = async (fields: Readonly<Record<string, string>>) => {
    setBusy(true);
    setCancelled(false);
    const reason = await signInAt(door, fields).catch(() => failed);
    // A full page load, so that no cached data of a previous user remains.
    if (reason === null) return window.location.assign(toNextPath(door, next));
    setBusy(false);
    setRefusal(reason);
    setAsksForCode(secondStep.includes(reason.kind));
    setRefusedEmail(fields.email ?? "");
    if (form.current) selectField(form.current, reason.kind === "code_wrong" ? "code" : "password");
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(readFields(event.currentTarget));
  };
  const signWithPasskey = async () => {
    setBusy(true);
    const passkey = await readPasskey(door).catch(() => null);
    setBusy(false);
    if (passkey === null) return setCancelled(true);
    // In the second step the passkey stands for the code, otherwise for the address and the password, too.
    const fields = asksForCode && form.current ? { ...readFields(form.current), code: "" } : {};
    return send({ ...fields, passkey });
  };
  return {
    form,
    refusal,
    refusedEmail,
    isBusy,
    asksForCode,
    isCancelled,
    submit,
    usePasskey: () => void signWithPasskey(),
    startAgain: () => {
      form.current?.reset();
      setRefusal(null);
      setAsksForCode(false);
      setCancelled(false);
    },
  };
}

const secondStep: readonly string[] = ["code_needed", "passkey_needed", "code_wrong"];

const readFields = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Record<string, string>;

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
  if (kind === "passkey_refused") return t("passkeyRefused");
  return kind === "rate_limited" ? waitText(waitSeconds ?? 60, t) : null;
}

/** Says how long to wait, rounded up: in whole minutes from one minute on, otherwise in seconds. */
const waitText = (seconds: number, t: Translator<"shared.signIn">): string =>
  seconds < 60 ? t("tooMany.seconds", { count: seconds }) : t("tooMany.minutes", { count: Math.ceil(seconds / 60) });
