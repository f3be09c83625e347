"use client";
import { useSearchParams } from "next/navigation";
import { type FormEvent, useState } from "react";
import type { SignInDoor } from "@/server/domain/sign-in";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { LanguageSwitch } from "../../ui/language-switch";
import { Notice } from "../../ui/notice";
import { signInAt } from "./sign-in-client";

const words = {
  tr: {
    title: { panel: "Üye işyeri paneli", staff: "Yönetim" },
    email: "E-posta",
    password: "Parola",
    enter: "Giriş yap",
    wrong: "E-posta veya parola yanlış.",
    failed: "Giriş yapılamadı. Bağlantınızı denetleyip yeniden deneyin.",
  },
  en: {
    title: { panel: "Merchant panel", staff: "Back-office" },
    email: "E-mail",
    password: "Password",
    enter: "Sign in",
    wrong: "The e-mail address or the password is wrong.",
    failed: "Signing in failed. Check your connection and try again.",
  },
};

/** The door: e-mail address and password. */
export function SignInScreen({ door }: { door: SignInDoor }) {
  const said = useWords(words);
  const next = useSearchParams().get("next");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setBusy(true);
    const refusal = await signInAt(door, fields).catch(() => "failed");
    if (refusal === null) return window.location.assign(next?.startsWith(`/${door}/`) ? next : `/${door}`);
    setBusy(false);
    setProblem(refusal === "failed" ? said.failed : said.wrong);
  };
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 p-6">
      <div>
        <p className="text-lg font-semibold">Vezne</p>
        <h1 className="text-xl font-semibold">{said.title[door]}</h1>
      </div>
      <form method="post" className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {problem && (
          <Notice tone="bad" isUrgent>
            {problem}
          </Notice>
        )}
        <TextField label={said.email} name="email" type="email" autoComplete="username" required />
        <TextField
          label={said.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {said.enter}
        </Button>
      </form>
      <LanguageSwitch />
    </main>
  );
}
