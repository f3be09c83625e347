"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../trpc";

/**
 * Fetches the installment options of a terminal for a card's first digits, or for any card when `digits` is null. The
 * previous answer stays until the next one arrives.
 */
export function useOffer(terminalId: string, digits: string | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.installment.preview.queryOptions({ terminalId, digits }),
    placeholderData: keepPreviousData,
  });
}

export type OfferQuery = ReturnType<typeof useOffer>;
