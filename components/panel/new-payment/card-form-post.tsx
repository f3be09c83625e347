"use client";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/button";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { newPaymentWords } from "./new-payment-words";

export interface OpenedPayment {
  readonly paymentRef: string;
  readonly handoffUrl: string;
}

/**
 * Leads this tab to the handoff's own card form, by a form as the contract has it (§4.7): the card is typed there and never
 * reaches the panel. The button is for who comes back to this page, or whose browser did not go by itself.
 */
export function CardFormPost({ paymentRef, handoffUrl }: OpenedPayment) {
  const said = useWords(newPaymentWords);
  const language = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.submit(), []);
  return (
    <form ref={form} method="post" action={handoffUrl}>
      <input type="hidden" name="paymentRef" value={paymentRef} />
      <input type="hidden" name="lang" value={language} />
      <Notice tone="info" title={said.opening}>
        <p className="mb-3">{said.openingHelp}</p>
        <Button type="submit" tone="primary">
          {said.open}
        </Button>
      </Notice>
    </form>
  );
}
