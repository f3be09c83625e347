import { expect } from "@playwright/test";
import { cardFields, postForm, throughTheBank } from "./buyer";
import { approvedCard } from "./cards";
import { bankLog } from "./controls";
import type { Form } from "./html";
import { type Answer, type Ask, ask } from "./http";
import type { Link, Merchant, PaymentRecord } from "./merchant";
import type { Card } from "./sandbox";

/** The steps of a payment link's buyer as plain HTTP calls, without a browser. */

export type Payable = Pick<Link, "url" | "amount">;

export const inTurkish: Ask = { headers: { "Accept-Language": "tr", Accept: "text/html" } };
export const inEnglish: Ask = { headers: { "Accept-Language": "en", Accept: "text/html" } };

/** @param part the part after the link's own address, such as `/status` or `?lang=en` */
export function askLink({ url }: Pick<Link, "url">, part = "", options: Ask = {}): Promise<Answer> {
  const { origin, pathname } = new URL(url);
  return ask(origin, pathname + part, options);
}

/** Opens the page as a browser would. */
export async function open(link: Pick<Link, "url">, part = "", options: Ask = inTurkish): Promise<Answer> {
  const answer = await askLink(link, part, options);
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return answer;
}

export interface Submit {
  readonly card?: Card;
  /** The installment count, with the link's amount as total unless `total` is given; null when nothing is chosen. */
  readonly count?: number | null;
  readonly total?: number;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Posts the card form. */
export function submitCard(link: Payable, submit: Submit = {}, options: Ask = inTurkish): Promise<Answer> {
  const { card = approvedCard, count = 1, total = link.amount, fields = {} } = submit;
  const choice = count === null ? {} : { choice: `${count}-${total}` };
  return postForm(`${link.url}/pay`, { ...cardFields(card), ...choice, lang: "tr", ...fields }, options);
}

/** Submits the card and confirms at the bank; returns the form with which the bank sends the browser back. */
export async function confirmed(link: Payable, submit: Submit = {}, code?: string): Promise<Form> {
  const started = await submitCard(link, submit);
  expect(started.status, started.text.slice(0, 2_000)).toBe(200);
  return throughTheBank(started.text, code);
}

export const comeBack = ({ action, fields }: Form): Promise<Answer> => postForm(action, fields);

/** Pays from start to end; returns the response to the bank's form. */
export const payLink = async (link: Payable, submit: Submit = {}, code?: string): Promise<Answer> =>
  comeBack(await confirmed(link, submit, code));

/** Returns the page state that a waiting page polls. */
export async function readPageState(link: Pick<Link, "url">): Promise<string> {
  const answer = await askLink(link, "/status");
  expect(answer.status, answer.text).toBe(200);
  return answer.json().shown;
}

/** Returns the radio values of the options for a card with these first digits. */
export async function choicesFor(link: Pick<Link, "url">, { pan }: Card): Promise<string[]> {
  const answer = await postForm(`${link.url}/options`, { bin: pan.slice(0, 8), lang: "en" });
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return [...answer.text.matchAll(/<input\b[^>]*name="choice"[^>]*>/g)].flatMap(([tag]) =>
    tag.includes("disabled") ? [] : [/value="([^"]*)"/.exec(tag)?.[1] ?? ""],
  );
}

/** Finds the running or captured payment of a link by its order code (D-11). */
export async function getLinkPayment(merchant: Merchant, link: Link, attempt = 1): Promise<PaymentRecord> {
  const answer = await merchant.find(`PL-${link.partnerReference}-${attempt}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
}

/**
 * Expects exactly one captured payment of this amount (kuruş) on record, at the bank and in the merchant's webhooks.
 */
export async function expectPaidOnce(
  merchant: Merchant,
  link: Link,
  amountKurus: number,
  attempt = 1,
): Promise<PaymentRecord> {
  expect((await merchant.link(link.id)).status).toBe("completed");
  const payment = await getLinkPayment(merchant, link, attempt);
  expect(payment).toMatchObject({ status: "captured", amount: amountKurus, paymentLinkId: link.id });
  const captures = (await bankLog(payment.paymentCode)).filter(({ operation }) => operation === "capture");
  expect(captures.map(({ amount }) => amount)).toEqual([amountKurus]);
  return payment;
}
