"use client";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { failureOf } from "../ui/failure-of";

/** Comes when it is asked for: no first view needs it. */
const Confirmation = dynamic(async () => (await import("./confirmation")).Confirmation);

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
