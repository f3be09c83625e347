"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../trpc";

/** The options of a mutation after which everything about bank days is read again, also when it was refused. */
export function useRefetchBankDays() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { onSettled: () => queries.invalidateQueries(trpc.bankDay.pathFilter()) };
}
