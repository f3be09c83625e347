"use client";
import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useWords } from "../ui/language";
import { Notice } from "../ui/notice";
import { staffWords } from "./staff-words";

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
  const { refused } = useWords(staffWords);
  if (!isAllowed) return <Notice tone="warn" title={refused} />;
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
