"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../ui/button";
import { CloseButton, Dialog, DialogActions } from "../ui/dialog";
import { useWords } from "../ui/language";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
import { readFailure } from "../ui/read-failure";
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

/** Asks for the password, and for a second-factor code where the user has one, before a sensitive action continues. */
export function ConfirmationDialog({ onConfirmed, onCancel }: { onConfirmed: () => void; onCancel: () => void }) {
  const t = useWords(words);
  const confirm = useMutation({ mutationFn: useConfirm(), onSuccess: onConfirmed });
  // Once the server has asked for a code, the field stays.
  const [asksForCode, setAsksForCode] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const code = String(fields.get("code") ?? "");
    confirm.mutate(
      { password: String(fields.get("password")), ...(code && { code }) },
      { onError: (error) => readFailure(error).problem === "second_factor_needed" && setAsksForCode(true) },
    );
  };
  const problem = confirm.error ? toProblem(confirm.error, t) : null;
  return (
    <Dialog isOpen onClose={onCancel} isBusy={confirm.isPending} title={t.title} description={t.why}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        {problem?.field === "all" && (
          <Notice tone="bad" isUrgent>
            {problem.text}
          </Notice>
        )}
        <PasswordField
          label={t.password}
          name="password"
          autoComplete="current-password"
          required
          error={problem?.field === "password" ? problem.text : null}
        />
        {asksForCode && <CodeField error={problem?.field === "code" ? problem.text : null} />}
        <DialogActions>
          <CloseButton>{t.cancel}</CloseButton>
          <Button type="submit" tone="primary" isBusy={confirm.isPending}>
            {t.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/**
 * Returns the text of the problem and the field that shows it. `second_factor_needed` is not a problem: it only means
 * that the code was not asked for yet.
 */
function toProblem(error: unknown, { failed, tooMany }: (typeof words)["en"]) {
  const { code, problem, message, retryAfterSeconds } = readFailure(error);
  if (problem === "second_factor_needed") return null;
  if (code === "rate_limited") {
    return { field: "all", text: tooMany(Math.ceil((retryAfterSeconds ?? 60) / 60)) } as const;
  }
  const text = message ?? failed;
  if (problem === "password_wrong") return { field: "password", text } as const;
  return { field: problem === "second_factor_wrong" ? "code" : "all", text } as const;
}
