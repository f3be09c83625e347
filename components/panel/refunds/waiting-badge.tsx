"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "../trpc";

/** The number of refund requests that the signed-in user can decide, next to the menu item. Renders nothing at zero. */
export function WaitingBadge() {
  const t = useTranslations("panel.refundRequests");
  const trpc = useTRPC();
  const { data: count = 0 } = useQuery(
    trpc.refund.toDecide.queryOptions(undefined, { refetchInterval: 60_000, staleTime: 15_000 }),
  );
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-accent px-2 text-xs font-medium text-accent-ink">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t("waitingCount", { count })}</span>
    </span>
  );
}
