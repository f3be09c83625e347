"use client";
import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "../ui/notice";

/** One screen of the panel with the data that the server prefetched, or a notice when the role may not see it. */
export function Screen({
  isAllowed,
  state,
  children,
}: {
  isAllowed: boolean;
  state: DehydratedState;
  children: ReactNode;
}) {
  const t = useTranslations("panel.screen");
  if (!isAllowed) {
    return (
      <Notice tone="warn" title={t("title")}>
        {t("help")}
      </Notice>
    );
  }
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
