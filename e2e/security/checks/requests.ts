import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { payOverHttp } from "../../support/buyer";
import { ask } from "../../support/http";
import { logText } from "../../support/log-file";
import { Merchant, newCode } from "../../support/merchant";
import { findUser } from "../../support/panel";
import { demo, hostRestricted, other, sandbox } from "../../support/product";
import type { Check } from "../check";
import { medianMs } from "../median";
import { Person, panelDoor } from "../person";

/** What a request may do beyond its own account and its own fields. */

const { apiUrl } = sandbox;
const merchant = new Merchant(apiUrl, demo);

export const foreignLooksMissing: Check = async () => {
  const stranger = new Merchant(apiUrl, other);
  const [link, payment] = [await stranger.createdLink(), await stranger.created()];
  const pairs = [
    [`payment-links/${link.id}`, "payment-links/pl_01HZZZZZZZZZZZZZZZZZZZZZZZ"],
    [`payments/${payment.paymentCode}`, "payments/pay_01HZZZZZZZZZZZZZZZZZZZZZZZ"],
    [`payments/${payment.paymentCode}/refunds`, "payments/pay_01HZZZZZZZZZZZZZZZZZZZZZZZ/refunds"],
  ] as const;
  const times: Record<"foreign" | "missing", number[]> = { foreign: [], missing: [] };
  for (let round = 0; round < 20; round += 1) {
    for (const [foreign, missing] of pairs) {
      const [a, b] = [await timed(`/v1/${foreign}`), await timed(`/v1/${missing}`)];
      expect([a.status, a.body], foreign).toEqual([404, b.body]);
      times.foreign.push(a.ms);
      times.missing.push(b.ms);
    }
  }
  const [foreign, missing] = [medianMs(times.foreign), medianMs(times.missing)];
  expect(Math.abs(foreign - missing), `medians of ${foreign} and ${missing} ms`).toBeLessThan(Math.max(5, missing));
  return { done: `120 queries got the same 404; medians ${foreign.toFixed(1)} and ${missing.toFixed(1)} ms` };
};

async function timed(target: string): Promise<{ status: number; body: string; ms: number }> {
  const startedAt = performance.now();
  const { status, text } = await merchant.get(target);
  return { status, body: text.replace(/"traceId":"\w+"/, ""), ms: performance.now() - startedAt };
}

export const unknownMembersAreIgnored: Check = async () => {
  const wanted = {
    status: "completed",
    partnerId: other.partnerId,
    id: "pl_mine",
    token: "mine",
    expiresAt: "2099-01-01T00:00:00Z",
    createdAt: "2001-01-01T00:00:00Z",
    partnerReference: 1,
    mode: "direct",
  };
  const link = await merchant.createdLink(wanted);
  expect(link.status).toBe("pending");
  for (const name of ["id", "token", "expiresAt", "createdAt"] as const)
    expect(link[name], name).not.toBe(wanted[name]);
  expect((await merchant.link(link.id)).status).toBe("pending");
  const payment = await merchant.created({ ...wanted, paymentCode: "pay_mine", capturedAmount: 1, isTest: true });
  expect([payment.status, payment.paymentCode === "pay_mine"]).toEqual(["initiated", false]);
  expect((await new Merchant(apiUrl, other).get(`/v1/payments/${payment.paymentCode}`)).status).toBe(404);
  return { done: "a link and a payment with 11 foreign members: 201, no effect" };
};

export const redirectsAreNotDisguised: Check = async () => {
  const tricks = [
    "https://shop.example@evil.example/",
    "https://shop.example:x@evil.example/",
    "https:\\\\evil.example/",
    "https://evil.example\\@shop.example/",
    "https://shop.example\\.evil.example/",
    "https://shop.example./",
    "https://shop%2eexample/",
    "https://shop.example%2f.evil.example/",
    "https://shop.exаmple/",
    "https://shop.example\t.evil.example/",
    "https://shop.example\n/",
    "//evil.example/",
    "/relative",
    "javascript:alert(1)",
    "data:text/html,x",
    "https:evil.example",
    "https://",
    "ftp://shop.example/",
    "https://shop.example.evil.example/",
    "https://evil.example/shop.example",
    "https://evilshop.example/",
    ` https://evil.example/`,
  ];
  const shop = new Merchant(apiUrl, hostRestricted);
  for (const address of tricks) {
    expect((await shop.create({ returnUrl: address })).status, address).toBe(400);
    expect((await shop.createLink({ redirectUrl: address })).status, `${address} of a link`).toBe(400);
  }
  expect((await shop.create({ returnUrl: "https://shop.example/ok" })).status, "an honest one").toBe(201);
  return { done: `${tricks.length * 2} disguised addresses got 400` };
};

export const logCannotBeForged: Check = async () => {
  const forged = '{"level":"info","msg":"forged-line"}';
  const [key] = demo.apiKeys;
  const secret = `secret-${randomUUID()}`;
  const headers = { "User-Agent": `x ${forged}`, "X-Forwarded-For": forged, Referer: forged };
  const answers = [
    await merchant.post(merchant.request({ description: `x\r\n${forged}` })),
    await merchant.post(merchant.request({ description: `x\u001b[31m${secret}` })),
    await merchant.post(merchant.request(), { headers }),
    await ask(apiUrl, `/v1/payments?Authorization=Bearer%20${key}&q=${encodeURIComponent(`\n${forged}`)}`),
    await ask(apiUrl, `/v1/${encodeURIComponent(`\r\n${forged}\u001b[2J`)}`, { headers }),
  ];
  const ids = answers.map((answer) => String(answer.headers["x-request-id"]));
  await expect.poll(() => ids.every((id) => logText().includes(id))).toBe(true);
  const text = logText();
  const lines = text.trimEnd().split("\n");
  for (const line of lines) expect(JSON.parse(line).msg).not.toBe("forged-line");
  for (const [name, value] of Object.entries({ key, secret, escape: "\u001b", sandbox: sandbox.sandboxKey })) {
    expect(text.includes(value), `${name} in the log`).toBe(false);
  }
  return { done: `${answers.length} requests; ${lines.length} lines are JSON, none forged, no key` };
};

export const exportsAreText: Check = async () => {
  const cells = ['=HYPERLINK("http://e","x")', "@SUM(1)", "\t=1", "+1", "-1", "|calc", "%0A=1", "＝1", "＠x"];
  expect((await merchant.create({ description: "\r=1" })).status, "a carriage return").toBe(400);
  for (const description of cells) {
    const payment = await merchant.created({ description, partnerTxCode: newCode(), amount: 1_000 });
    await payOverHttp(payment);
  }
  const owner = await Person.signedIn(panelDoor, findUser("finance"));
  const answer = await owner.ask("/panel/export/payments.csv");
  expect(answer.status, answer.text.slice(0, 200)).toBe(200);
  const dangerous = answer.text
    .split(/\r\n|[;,]/)
    .map((cell) => cell.replace(/^"/, ""))
    .filter((cell) => /^\s*[=+@|%＝＋＠]|^\s*-\D/.test(cell));
  expect(dangerous, "cells that a spreadsheet would execute").toEqual([]);
  for (const cell of cells) expect(answer.text, cell).toContain(`'${cell.replaceAll('"', '""')}`);
  return { done: `${cells.length} formulas in an export of ${answer.text.split("\n").length} lines begin with '` };
};
