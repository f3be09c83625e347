"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../ui/button";
import { CloseButton, Dialog, DialogActions } from "../ui/dialog";
import { failureOf } from "../ui/failure-of";
import { useWords } from "../ui/language";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
import { useConfirm } from "./confirm-context";
import { CodeField } from "./sign-in/code-field";

const words = {
  tr: {
    title: "Siz olduğunuzu doğrulayın",
    why: "Bu işlem için parolanızı yeniden girmeniz gerekiyor. Doğrulama 15 dakika geçerlidir.",
    password: "Parola",
    confirm: "Doğrula",
    cancel: "Vazgeç",
    failed: "Sunucuya ulaşılamadı. Bağlantınızı denetleyip yeniden deneyin.",
    tooMany: (minutes: number) => `Çok sayıda hatalı deneme oldu. ${minutes} dakika sonra yeniden deneyin.`,
  },
  en: {
    title: "Confirm that it is you",
    why: "Enter your password again to do this. It holds for 15 minutes.",
    password: "Password",
    confirm: "Confirm",
    cancel: "Cancel",
    failed: "The server could not be reached. Check your connection and try again.",
    tooMany: (minutes: number) => `There were too many wrong attempts. Try again in ${minutes} min.`,
  },
};

/** Asks for the password, and for a code of whoever has an app, before what weighs more goes on. */
export function Confirmation({ onConfirmed, onCancel }: { onConfirmed: () => void; onCancel: () => void }) {
  const said = useWords(words);
  const confirm = useMutation({ mutationFn: useConfirm(), onSuccess: onConfirmed });
  /** Once it has been asked for, the code stays asked for. */
  const [asksForCode, setAsksForCode] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const code = String(fields.get("code") ?? "");
    confirm.mutate(
      { password: String(fields.get("password")), ...(code && { code }) },
      { onError: (error) => failureOf(error).problem === "second_factor_needed" && setAsksForCode(true) },
    );
  };
  const problem = confirm.error ? problemOf(confirm.error, said) : null;
  return (
    <Dialog isOpen onClose={onCancel} isBusy={confirm.isPending} title={said.title} description={said.why}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        {problem?.of === "all" && (
          <Notice tone="bad" isUrgent>
            {problem.text}
          </Notice>
        )}
        <PasswordField
          label={said.password}
          name="password"
          autoComplete="current-password"
          required
          error={problem?.of === "password" ? problem.text : null}
        />
        {asksForCode && <CodeField error={problem?.of === "code" ? problem.text : null} />}
        <DialogActions>
          <CloseButton>{said.cancel}</CloseButton>
          <Button type="submit" tone="primary" isBusy={confirm.isPending}>
            {said.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What is wrong, and beside which field it is said; nothing is wrong about a code that was not asked for yet. */
function problemOf(error: unknown, { failed, tooMany }: (typeof words)["en"]) {
  const { code, problem, message, retryAfterSeconds } = failureOf(error);
  if (problem === "second_factor_needed") return null;
  if (code === "rate_limited") {
    return { of: "all", text: tooMany(Math.ceil((retryAfterSeconds ?? 60) / 60)) } as const;
  }
  const text = message ?? failed;
  if (problem === "password_wrong") return { of: "password", text } as const;
  return { of: problem === "second_factor_wrong" ? "code" : "all", text } as const;
}
