import { expect } from "@playwright/test";
import { approvedCard } from "./cards";
import { formIn } from "./html";
import { type Answer, type Ask, ask } from "./http";
import type { CreatedPayment } from "./merchant";
import { sandbox } from "./product";
import type { Card } from "./sandbox";

/** The steps of a buyer as plain HTTP calls, without a browser. */

export const cardFields = ({ pan, expireMonth, expireYear, cv2 }: Card): Record<string, string> => ({
  pan,
  expireMonth,
  expireYear,
  cv2,
});

/** Posts a form to an address of any origin. */
export function postForm(
  address: string,
  fields: Readonly<Record<string, string>> | string,
  options: Ask = {},
): Promise<Answer> {
  const { origin, pathname, search } = new URL(address);
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    Accept: "text/html",
    ...options.headers,
  };
  const body = typeof fields === "string" ? fields : new URLSearchParams(fields).toString();
  return ask(origin, pathname + search, { ...options, method: "POST", headers, body });
}

export const handOver = (paymentRef: string, card: Card = approvedCard, options: Ask = {}): Promise<Answer> =>
  postForm(`${sandbox.payUrl}/handoff`, { paymentRef, ...cardFields(card) }, options);

/**
 * Submits the document that leads to the bank and confirms there; returns the form with which the bank sends the
 * browser back.
 */
export async function throughTheBank(bankDocument: string, code = sandbox.otp) {
  const gate = formIn(bankDocument, sandbox.bankUrl);
  const atGate = await postForm(gate.action, gate.fields);
  const challenge = atGate.status === 303 || atGate.status === 302 ? await follow(atGate, gate.action) : atGate;
  const { action } = formIn(challenge.text, "/3ds/");
  const done = await postForm(new URL(action, gate.action).href, { code, action: "confirm" });
  return formIn(done.text, "/3ds/callback/");
}

const follow = (answer: Answer, from: string): Promise<Answer> => {
  const { origin, pathname, search } = new URL(answer.headers.location ?? "", from);
  return ask(origin, pathname + search);
};

/** Pays from start to end; returns the redirect to the shop. */
export async function payOverHttp({ paymentRef }: CreatedPayment, card: Card = approvedCard): Promise<Answer> {
  const started = await handOver(paymentRef, card);
  expect(started.status, started.text).toBe(200);
  const back = await throughTheBank(started.text);
  return postForm(back.action, back.fields);
}
