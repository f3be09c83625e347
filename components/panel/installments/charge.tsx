"use client";
import { Amount } from "../../ui/amount";
import { useWords } from "../../ui/language";
import { installmentWords } from "./installment-words";

/** The amount that a card would be charged, in kuruş, marked when it exceeds the maximum payment. */
export function Charge({ kurus, isTooMuch }: { kurus: bigint; isTooMuch: boolean }) {
  const t = useWords(installmentWords);
  return (
    <>
      <Amount kurus={kurus} />
      {isTooMuch && <span className="block text-xs text-bad">{t.tooMuch}</span>}
    </>
  );
}
