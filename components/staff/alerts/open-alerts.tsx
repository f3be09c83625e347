"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "../trpc";

/** The highest number that is shown; the server counts one more. */
const shownMax = 99;

/** The number of open alerts, beside the navigation's item. Renders nothing where there is none. */
export function OpenAlerts() {
  const t = useTranslations("staff.alerts");
  const { data: count = 0 } = useQuery({ ...useTRPC().alert.count.queryOptions(), refetchInterval: 30_000 });
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-accent px-2 text-xs font-medium text-accent-ink">
      <span aria-hidden="true">{count > shownMax ? `${shownMax}+` : count}</span>
      <span className="sr-only">{t("openCount", { count })}</span>
    </span>
  );
}
