"use client";
import { useQuery } from "@tanstack/react-query";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";

export type WaitingRefund = NonNullable<PanelOutputs["refund"]["waiting"]>;

/** The request that waits for a second person about a payment; null: none does. */
export function useWaitingRefund(paymentCode: string) {
  const trpc = useTRPC();
  return useQuery(trpc.refund.waiting.queryOptions({ paymentCode }));
}

export const isWaiting = (request: WaitingRefund | null | undefined): request is WaitingRefund =>
  request !== null && request !== undefined;
