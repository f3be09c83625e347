import { expect } from "@playwright/test";
import { handOver, postForm, throughTheBank } from "./buyer";
import { approvedCard } from "./cards";
import type { Answer } from "./http";
import type { CreatedPayment, Merchant } from "./merchant";
import type { Card } from "./sandbox";

/** A buyer whose browser has left the bank and waits for the capture. */
export interface Returning extends CreatedPayment {
  /** The response for which the browser waits. */
  readonly answer: Promise<Answer>;
}

/** Creates a payment and returns its buyer from the bank. */
export async function returnFromBank(
  merchant: Merchant,
  card: Card = approvedCard,
  changes: Record<string, unknown> = {},
): Promise<Returning> {
  const payment = await merchant.created(changes);
  const started = await handOver(payment.paymentRef, card);
  const back = await throughTheBank(started.text);
  const answer = postForm(back.action, back.fields);
  return { ...payment, answer };
}

/** Waits until the browser is sent on, and returns the result with which it reaches the shop. */
export async function readResult({ answer }: Pick<Returning, "answer">): Promise<string | null> {
  const { status, headers } = await answer;
  expect(status).toBe(303);
  return new URL(headers.location ?? "").searchParams.get("result");
}
