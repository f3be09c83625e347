"use client";
import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useWords } from "../ui/language";
import { Notice } from "../ui/notice";
import { staffWords } from "./staff-words";

/** One screen of the back-office: with what the server has read for it, or a sentence for who may not see it. */
export function StaffScreen({
  isAllowed,
  state,
  children,
}: {
  isAllowed: boolean;
  state: DehydratedState;
  children: ReactNode;
}) {
  const { refused } = useWords(staffWords);
  if (!isAllowed) return <Notice tone="warn" title={refused} />;
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
