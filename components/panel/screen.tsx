"use client";
import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useWords } from "../ui/language";
import { Notice } from "../ui/notice";

const words = {
  tr: {
    title: "Bu ekranı görme yetkiniz yok",
    help: "Yetkilerinizi hesabınızın sahibi değiştirebilir.",
  },
  en: {
    title: "You may not see this screen",
    help: "The owner of your account can change what you may do.",
  },
};

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
  const { title, help } = useWords(words);
  if (!isAllowed) {
    return (
      <Notice tone="warn" title={title}>
        {help}
      </Notice>
    );
  }
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
