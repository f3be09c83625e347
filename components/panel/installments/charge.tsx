"use client";
import { Amount } from "../../ui/amount";
import { useWords } from "../../ui/language";
import { installmentWords } from "./installment-words";

/** What a card would be charged, kuruş; what is more than can be charged is marked as that. */
export function Charge({ kurus, isTooMuch }: { kurus: bigint; isTooMuch: boolean }) {
  const said = useWords(installmentWords);
  return (
    <>
      <Amount kurus={kurus} />
      {isTooMuch && <span className="block text-xs text-bad">{said.tooMuch}</span>}
    </>
  );
}
