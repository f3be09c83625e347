"use client";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { failureOf } from "../ui/failure-of";

/** Comes when it is asked for: no first view needs it. */
const Confirmation = dynamic(async () => (await import("./confirmation")).Confirmation);

/**
 * A mutation that asks for the password first, where the server wants it (`reauthentication_required`), and then goes on.
 * `act.confirmation` is to be put on the page. What has to be read again belongs into the options: those are kept whatever
 * becomes of the page.
 */
export function useAct<Output, Error, Input>(options: UseMutationOptions<Output, Error, Input>) {
  const mutation = useMutation(options);
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  /** A second press comes before the page has learnt of the first. */
  const isRunning = useRef(false);
  const act = (input: Input, after?: (output: Output) => unknown): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    // By the promise, not by the mutation's own callbacks: those are not called once the page has turned away from it.
    void mutation
      .mutateAsync(input)
      .finally(() => {
        isRunning.current = false;
      })
      .then(
        (output) => after?.(output),
        (error) => {
          if (failureOf(error).code === "reauthentication_required")
            setWaiting(() => () => act(input, after));
        },
      );
  };
  const isRefused = mutation.error !== null && failureOf(mutation.error).code !== "reauthentication_required";
  return {
    act,
    isBusy: mutation.isPending,
    /** Why the last one failed; null while the password is being asked for. */
    error: isRefused ? mutation.error : null,
    result: mutation.data,
    /** Forgets what came of the last one; nothing while one runs, whose outcome would be lost. */
    reset: (): void => {
      if (!isRunning.current) mutation.reset();
    },
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
