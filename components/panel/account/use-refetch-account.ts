import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../trpc";

/** The options of a mutation after which everything about the account is read again, also when it was refused. */
export function useRefetchAccount() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { onSettled: () => void queries.invalidateQueries(trpc.account.pathFilter()) };
}
