"use client";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { failureOf } from "../ui/failure-of";
import { TextField } from "../ui/field";
import { useWords } from "../ui/language";
import { useTRPCClient } from "./trpc";

const words = {
  tr: {
    title: "Siz olduğunuzu doğrulayın",
    why: "Bu işlem için parolanızı yeniden girmeniz gerekiyor. Doğrulama 15 dakika geçerlidir.",
    password: "Parola",
    confirm: "Doğrula",
    cancel: "Vazgeç",
    wrong: "Parola yanlış.",
  },
  en: {
    title: "Confirm that it is you",
    why: "Enter your password again to do this. It holds for 15 minutes.",
    password: "Password",
    confirm: "Confirm",
    cancel: "Cancel",
    wrong: "The password is wrong.",
  },
};

/**
 * A mutation that asks for the password first, where the server wants it (`reauthentication_required`), and then goes on.
 * `act.confirmation` is to be put on the page.
 */
export function useAct<Output, Error, Input>(options: UseMutationOptions<Output, Error, Input>) {
  const mutation = useMutation(options);
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const act = (input: Input, after?: (output: Output) => unknown): void =>
    mutation.mutate(input, {
      onSuccess: (output) => void after?.(output),
      onError: (error) => {
        if (failureOf(error).code === "reauthentication_required") setWaiting(() => () => act(input, after));
      },
    });
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
  const client = useTRPCClient();
  const confirm = useMutation({
    mutationFn: (password: string) => client.self.confirm.mutate({ password }),
    onSuccess: onConfirmed,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm.mutate(String(new FormData(event.currentTarget).get("password")));
  };
  const problem =
    confirm.error &&
    (failureOf(confirm.error).code === "validation_error" ? said.wrong : failureOf(confirm.error).message);
  return (
    <Dialog isOpen onClose={onCancel} title={said.title} description={said.why}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label={said.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={problem}
        />
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
