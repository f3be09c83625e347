"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../trpc";

/** Returns a function that names a terminal. A terminal that the account no longer has is named by its id. */
export function useTerminalName(): (terminalId: string) => string {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.account.terminals.queryOptions());
  return (terminalId) => data?.find((terminal) => terminal.terminalId === terminalId)?.name ?? terminalId;
}
