"use client";
import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "../ui/notice";

/** One screen of the back-office with the data that the server prefetched, or a notice when the role may not see it. */
export function StaffScreen({
  isAllowed,
  state,
  children,
}: {
  isAllowed: boolean;
  state: DehydratedState;
  children: ReactNode;
}) {
  const t = useTranslations("staff");
  if (!isAllowed) return <Notice tone="warn" title={t("refused")} />;
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
