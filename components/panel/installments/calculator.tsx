"use client";
import { useState } from "react";
import { isPaymentAmount, parseTypedAmount } from "@/server/domain/money";
import { TextField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { RangeField } from "../../ui/range-field";
import { Section } from "../../ui/section";
import { useDebounced } from "../../ui/use-debounced";
import type { Terminal } from "../outputs";
import { wholePercent } from "../words/rates";
import { installmentWords } from "./installment-words";
import { Offer } from "./offer";
import { PassOn } from "./pass-on";
import { useOffer } from "./use-offer";

/** The accepted length of a card number's beginning, which identifies the bank and the card programme. */
const digitsMin = 6;
const digitsMax = 8;

/** Calculates while typing what a card can be charged. */
export function Calculator({ terminal }: { terminal: Terminal }) {
  const t = useWords(installmentWords);
  const language = useLanguage();
  const [digits, setDigits] = useState("");
  const [isTooLong, setTooLong] = useState(false);
  const [amount, setAmount] = useState(language === "tr" ? "1.250,50" : "1,250.50");
  const [percent, setPercent] = useState(100);
  const typedKurus = parseTypedAmount(amount, language);
  const amountKurus = isPaymentAmount(typedKurus) ? typedKurus : null;
  const settled = useDebounced(digits);
  const offer = useOffer(terminal.terminalId, settled.length >= digitsMin ? settled : null);
  // More digits than the prefix may be a whole card number, so none of them is kept.
  const enter = (text: string) => {
    const entered = text.replace(/[^0-9]/g, "");
    setTooLong(entered.length > digitsMax);
    setDigits(entered.length > digitsMax ? "" : entered);
  };
  return (
    <>
      <Section title={t.calculatorTitle}>
        <div className="mb-4 grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <TextField
            label={t.amount}
            value={amount}
            inputMode="decimal"
            autoComplete="off"
            onChange={(event) => setAmount(event.target.value)}
            error={amount !== "" && amountKurus === null ? t.amountBad : null}
          />
          <TextField
            label={t.digits}
            hint={t.digitsHint}
            value={digits}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => enter(event.target.value)}
            error={isTooLong ? t.tooManyDigits : null}
          />
          <RangeField
            label={t.share}
            min={0}
            max={100}
            value={percent}
            text={wholePercent(percent, language)}
            onChange={setPercent}
          />
        </div>
        <Offer {...{ offer, amountKurus, terminal }} shareBps={percent * 100} />
      </Section>
      {amountKurus !== null && offer.data && offer.data.kind !== "ambiguous" && (
        <PassOn wantedKurus={amountKurus} options={offer.data.options} />
      )}
    </>
  );
}
