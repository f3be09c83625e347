"use client";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { createContext, type FormEvent, type ReactNode, useContext, useRef, useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { failureOf } from "../ui/failure-of";
import { useWords } from "../ui/language";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
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

/** Shows the door again who is there. */
type Confirm = (given: { password: string; code?: string }) => Promise<unknown>;

const ConfirmContext = createContext<Confirm>(() => Promise.reject(new Error("No door to confirm at")));

/** Around the pages of a door: how it is shown again who is there. */
export function ConfirmProvider({ confirm, children }: { confirm: Confirm; children: ReactNode }) {
  return <ConfirmContext value={confirm}>{children}</ConfirmContext>;
}

/**
 * A mutation that asks for the password first, where the server wants it (`reauthentication_required`), and then goes on.
 * `act.confirmation` is to be put on the page.
 */
export function useAct<Output, Error, Input>(options: UseMutationOptions<Output, Error, Input>) {
  const mutation = useMutation(options);
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  /** A second press comes before the page has learnt of the first. */
  const isRunning = useRef(false);
  const act = (input: Input, after?: (output: Output) => unknown): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(input, {
      onSuccess: (output) => void after?.(output),
      onError: (error) => {
        if (failureOf(error).code === "reauthentication_required") setWaiting(() => () => act(input, after));
      },
      onSettled: () => {
        isRunning.current = false;
      },
    });
  };
  const isRefused = mutation.error !== null && failureOf(mutation.error).code !== "reauthentication_required";
  return {
    act,
    isBusy: mutation.isPending,
    /** Why the last one failed; null while the password is being asked for. */
    error: isRefused ? mutation.error : null,
    result: mutation.data,
    reset: mutation.reset,
    confirmation: waiting && (
      <Confirmation
        onConfirmed={() => {
          setWaiting(null);
          waiting();
        }}
        onCancel={() => setWaiting(null)}
      />
    ),
  };
}

function Confirmation({ onConfirmed, onCancel }: { onConfirmed: () => void; onCancel: () => void }) {
  const said = useWords(words);
  const confirm = useMutation({ mutationFn: useContext(ConfirmContext), onSuccess: onConfirmed });
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
    <Dialog isOpen onClose={onCancel} title={said.title} description={said.why}>
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
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onCancel}>{said.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={confirm.isPending}>
            {said.confirm}
          </Button>
        </div>
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
