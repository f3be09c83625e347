"use client";
import { displayAmount } from "@/server/domain/money";
import { useLanguage } from "./language";

/** An amount in kuruş, as the page's language writes it. */
export function Amount({ kurus }: { kurus: bigint }) {
  return <span className="whitespace-nowrap">{displayAmount(kurus, useLanguage())}</span>;
}
