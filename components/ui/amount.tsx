"use client";
import { displayAmount } from "@/server/domain/money";
import { useLanguage } from "./language";

/** Shows an amount in kuruş in the notation of the page's language. */
export function Amount({ kurus }: { kurus: bigint }) {
  return <span className="whitespace-nowrap">{displayAmount(kurus, useLanguage())}</span>;
}
