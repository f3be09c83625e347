"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../trpc";

/** The options of a mutation after which everything about payouts is read again, also when it was refused. */
export function useRefetchPayouts() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { onSettled: () => queries.invalidateQueries(trpc.payout.pathFilter()) };
}
