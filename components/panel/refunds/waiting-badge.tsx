"use client";
import { useQuery } from "@tanstack/react-query";
import { useWords } from "../../ui/language";
import { useTRPC } from "../trpc";
import { refundWords } from "./refund-words";

/** How many refunds wait for whoever is signed in, beside the way to them; nothing where none does. */
export function WaitingBadge() {
  const said = useWords(refundWords);
  const trpc = useTRPC();
  const { data: count = 0 } = useQuery(
    trpc.refund.toDecide.queryOptions(undefined, { refetchInterval: 60_000, staleTime: 15_000 }),
  );
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-accent px-2 text-xs font-medium text-accent-ink">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{said.waitingCount(count)}</span>
    </span>
  );
}
