"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { isPaymentAmount } from "@/server/domain/money";
import { useDebounced } from "../../ui/use-debounced";
import { useTRPC } from "../trpc";
import type { LinkDraftControl } from "./new-link-draft";

/** How long the draft must not change before the preview is fetched, in ms. */
const debounceMs = 250;

/** Returns what the server says of the drafted link while it is typed. All callers share one request. */
export function useLinkPreview(control: LinkDraftControl) {
  const trpc = useTRPC();
  const [terminalId, amountKurus, customerShareBps, allowedCounts] = useWatch({
    control,
    name: ["terminalId", "amountKurus", "customerShareBps", "allowedCounts"],
  });
  const key = JSON.stringify([terminalId, amountKurus?.toString(), customerShareBps, allowedCounts]);
  const isSettled = useDebounced(key, debounceMs) === key;
  const isReady = isPaymentAmount(amountKurus) && customerShareBps !== null && terminalId !== "";
  const input = {
    terminalId,
    amountKurus: amountKurus ?? 1n,
    customerShareBps: customerShareBps ?? 0,
    allowedCounts,
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...trpc.link.preview.queryOptions(input, { enabled: isReady && isSettled }),
    placeholderData: keepPreviousData,
  });
  return {
    /** Whether enough is typed for a preview. */
    isReady,
    preview: isReady ? data : undefined,
    error: isReady ? error : null,
    refetch,
    isStale: isPlaceholderData || !isSettled,
  };
}
