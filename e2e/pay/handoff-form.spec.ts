import { expect, test } from "@playwright/test";
import { cardFields, handOver, postForm } from "../support/buyer";
import { approvedCard, cardWith, newCard } from "../support/cards";
import { expectError } from "../support/envelope";
import { ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);
const address = `${sandbox.payUrl}/handoff`;
const asJson = { headers: { Accept: "application/json" } };
const amex = cardWith({ cv2: "0000" });

test.describe("400 for an invalid card, which uses no attempt and is never returned", () => {
  const card = newCard();
  const [, ...rest] = card.pan;
  const wrong: [name: string, changes: Record<string, string>, fields: string[]][] = [
    ["no card number", { pan: "" }, ["pan"]],
    ["a number of 12 digits", { pan: "435508000005" }, ["pan"]],
    ["a number of 20 digits", { pan: "43550800000000000005" }, ["pan"]],
    ["a wrong check digit", { pan: `${card.pan.slice(0, 15)}${(Number(card.pan[15]) + 1) % 10}` }, ["pan"]],
    ["letters in the number", { pan: `x${rest.join("")}` }, ["pan"]],
    ["hyphens in the number", { pan: card.pan.replace(/(.{4})(?=.)/g, "$1-") }, ["pan"]],
    [
      "full-width digits",
      { pan: [...card.pan].map((digit) => String.fromCharCode(0xff10 + Number(digit))).join("") },
      ["pan"],
    ],
    ["month 00", { expireMonth: "00" }, ["expireMonth"]],
    ["month 13", { expireMonth: "13" }, ["expireMonth"]],
    ["a month of one digit", { expireMonth: "1" }, ["expireMonth"]],
    ["a year of four digits", { expireYear: "2030" }, ["expireYear"]],
    ["a year that is over", { expireYear: "20" }, ["expireYear"]],
    ["a code of two digits", { cv2: "12" }, ["cv2"]],
    ["a code of four digits", { cv2: "1234" }, ["cv2"]],
    ["a code of letters", { cv2: "abc" }, ["cv2"]],
    ["nothing but a number", { expireMonth: "", expireYear: "", cv2: "" }, ["expireMonth", "expireYear", "cv2"]],
    ["three digits for Amex", { pan: amex.pan, cv2: "000" }, ["cv2"]],
  ];
  for (const [name, changes, fields] of wrong) {
    test(`400 ${name}`, async () => {
      const { paymentRef, paymentCode } = await merchant.created();
      const { pan, cv2 } = { ...card, ...changes };
      const sent = { paymentRef, ...cardFields(card), ...changes };
      const json = await postForm(address, sent, asJson);
      const message = expectError(json, 400, "validation_error");
      expect(message.split("; ").map((part) => part.split(":")[0])).toEqual(fields);
      const page = await postForm(address, sent);
      expect(page.status).toBe(400);
      for (const text of [json.text, page.text]) {
        expect(text).not.toContain(pan === "" ? card.pan : pan);
        if (cv2.length > 2) expect(text).not.toContain(`"${cv2}"`);
      }
      expect(await merchant.payment(paymentCode)).toMatchObject({ status: "initiated" });
      for (let round = 0; round < 5; round++) await postForm(address, sent);
      expect((await handOver(paymentRef, card)).status, "format errors use no attempt").toBe(200);
    });
  }
});

test.describe("200 for every accepted notation of a card", () => {
  const spaced = approvedCard.pan.replace(/(.{4})/g, "$1 ");
  const fine: [name: string, changes: Record<string, string>][] = [
    ["spaces in the number", { pan: spaced }],
    ["spaces around the number", { pan: ` ${approvedCard.pan}\t` }],
    ["fields that nobody knows", { amount: "1", terminalId: "trm_x", returnUrl: "https://evil.example/" }],
  ];
  for (const [name, changes] of fine) {
    test(`200 ${name}`, async () => {
      const { paymentRef } = await merchant.created();
      const answer = await postForm(address, { paymentRef, ...cardFields(approvedCard), ...changes });
      expect(answer.status, answer.text.slice(0, 300)).toBe(200);
      expect(answer.text).toContain(sandbox.bankUrl);
      expect(answer.text).not.toContain("evil.example");
    });
  }
  test("200 for a card that expires this month", async () => {
    const { paymentRef } = await merchant.created();
    const today = new Date(
      (
        await ask(sandbox.apiUrl, "/sandbox/clock", {
          headers: { Authorization: `Bearer ${sandbox.sandboxKey}` },
        })
      ).json().now,
    );
    const inIstanbul = new Date(today.getTime() + 3 * 3_600_000).toISOString();
    const [year, month] = [inIstanbul.slice(2, 4), inIstanbul.slice(5, 7)];
    expect((await handOver(paymentRef, { ...approvedCard, expireMonth: month, expireYear: year })).status).toBe(200);
  });
  test("200 for multipart/form-data", async () => {
    const { paymentRef } = await merchant.created();
    const parts = Object.entries({ paymentRef, ...cardFields(approvedCard) }).map(
      ([name, value]) => `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const headers = { "Content-Type": "multipart/form-data; boundary=xyz", Accept: "text/html" };
    const answer = await ask(sandbox.payUrl, "/handoff", {
      method: "POST",
      headers,
      body: `${parts.join("")}--xyz--\r\n`,
    });
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  });
});

test("415 for another content type", async () => {
  const { paymentRef } = await merchant.created();
  for (const type of ["application/json", "text/plain", ""]) {
    const headers = { Accept: "application/json", "Content-Type": type };
    const body = JSON.stringify({ paymentRef, ...cardFields(approvedCard) });
    expectError(await postForm(address, body, { headers }), 415, "unsupported_media_type");
  }
});

test("413 for more than 16 KiB", async () => {
  const body = new URLSearchParams({ paymentRef: "x", padding: "x".repeat(16_384) }).toString();
  expectError(await postForm(address, body, asJson), 413, "payload_too_large");
});

test("400 for a field that is sent twice", async () => {
  const { paymentRef } = await merchant.created();
  const once = new URLSearchParams({ paymentRef, ...cardFields(approvedCard) }).toString();
  for (const name of ["paymentRef", "pan", "cv2"]) {
    expectError(await postForm(address, `${once}&${name}=1`, asJson), 400, "validation_error");
  }
  expect((await handOver(paymentRef)).status, "no attempt was used").toBe(200);
});

test("405 for every method but POST, with a page that explains where payments start", async () => {
  for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const answer = await ask(sandbox.payUrl, "/handoff", { method, headers: { Accept: "text/html" } });
    expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
    if (method === "HEAD") expect(answer.text).toBe("");
  }
  const page = await ask(sandbox.payUrl, "/handoff", {
    headers: { Accept: "text/html", "Accept-Language": "en" },
  });
  expect(page.text).toContain("A payment starts from the shop");
});

test("200 for a POST from any site, without permission to read the response", async () => {
  for (const Origin of ["null", "https://shop.example", "https://evil.example"]) {
    const { paymentRef } = await merchant.created();
    const answer = await handOver(paymentRef, approvedCard, {
      headers: { Origin, "Sec-Fetch-Site": "cross-site" },
    });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  }
});
