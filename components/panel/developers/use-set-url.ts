"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";

/** Returns the mutation that sets the webhook URL and fetches the settings again. */
export function useSetUrl() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return useMutationWithConfirmation(
    trpc.webhook.setUrl.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.webhook.settings.queryFilter()),
    }),
  );
}
