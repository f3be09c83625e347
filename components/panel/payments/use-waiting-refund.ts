"use client";
import { useQuery } from "@tanstack/react-query";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";

export type WaitingRefund = NonNullable<PanelOutputs["refund"]["waiting"]>;

/**
 * Fetches the refund request of a payment that waits for a second user's approval. The data is null when there is none.
 */
export function useWaitingRefund(paymentCode: string) {
  const trpc = useTRPC();
  return useQuery(trpc.refund.waiting.queryOptions({ paymentCode }));
}

export const isWaiting = (request: WaitingRefund | null | undefined): request is WaitingRefund =>
  request !== null && request !== undefined;
