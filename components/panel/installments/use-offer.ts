"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "../trpc";

/** What a terminal offers a card by its first digits, or any card; the last answer stays until the next is there. */
export function useOffer(terminalId: string, digits: string | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.installment.preview.queryOptions({ terminalId, digits }),
    placeholderData: keepPreviousData,
  });
}

export type OfferQuery = ReturnType<typeof useOffer>;
