"use client";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { readFailure } from "../ui/read-failure";

/** Loaded on demand, because no screen needs it at first. */
const Confirmation = dynamic(async () => (await import("./confirmation-dialog")).ConfirmationDialog);

/**
 * Returns a mutation that asks for the password when the server requires it (`reauthentication_required`), with the
 * second factor where the action itself asks for it, and then runs again with the same input. The caller renders
 * `confirmation`. Query invalidation belongs in `onSuccess` of the options, because those callbacks also run after the
 * page was left.
 */
export function useMutationWithConfirmation<Output, Error, Input>(options: UseMutationOptions<Output, Error, Input>) {
  const mutation = useMutation(options);
  const [retry, setRetry] = useState<{ readonly run: () => void; readonly asksForCode: boolean } | null>(null);
  // A ref, because a second click can come before React has rendered the pending state of the first one.
  const isRunning = useRef(false);
  const mutate = (input: Input, after?: (output: Output) => unknown): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    // Uses the promise, because the callbacks of `mutate` are not called after the component has unmounted.
    void mutation
      .mutateAsync(input)
      .finally(() => {
        isRunning.current = false;
      })
      .then(
        (output) => after?.(output),
        (error) => {
          const { code, problem } = readFailure(error);
          if (code !== "reauthentication_required") return;
          setRetry({ run: () => mutate(input, after), asksForCode: problem === "second_factor_needed" });
        },
      );
  };
  const isRefused = mutation.error !== null && readFailure(mutation.error).code !== "reauthentication_required";
  return {
    mutate,
    isBusy: mutation.isPending,
    /** Why the last run failed. Null while the password is being asked for. */
    error: isRefused ? mutation.error : null,
    result: mutation.data,
    /** Forgets the last outcome. Does nothing while a run is pending, because its outcome would be lost. */
    reset: (): void => {
      if (!isRunning.current) mutation.reset();
    },
    confirmation: retry && (
      <Confirmation
        asksForCode={retry.asksForCode}
        onConfirmed={() => {
          setRetry(null);
          retry.run();
        }}
        onCancel={() => setRetry(null)}
      />
    ),
  };
}
