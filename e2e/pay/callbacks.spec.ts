import { expect, payThrough3ds, test } from "../support/browser";
import { handOver, postForm, throughTheBank } from "../support/buyer";
import { approvedCard, cardWith } from "../support/cards";
import { expectNothingTaken, expectTaken } from "../support/controls";
import { expectError, expectNoLeak } from "../support/envelope";
import { ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);

/**
 * Creates a payment whose buyer has confirmed at the bank; returns it with the form that the browser will post back.
 */
const confirmAtBankOverHttp = async (code?: string) => {
  const payment = await merchant.created();
  const started = await handOver(payment.paymentRef);
  return { payment, back: await throughTheBank(started.text, code) };
};
const readStatus = async (paymentCode: string) => (await merchant.payment(paymentCode)).status;
const encoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

test.describe("400 for a forged callback, with an explanation on the page; nothing changes", () => {
  for (const outcome of ["callback_forged_hash", "callback_forged_amount", "callback_forged_fields"]) {
    test(`400 ${outcome}`, async ({ page, shop, order }) => {
      const payment = await order();
      const answered = page.waitForResponse((response) => response.url().includes("/3ds/callback/"));
      await payThrough3ds(page, shop, payment, cardWith({ outcome }));
      expect((await answered).status()).toBe(400);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("The bank’s answer could not be verified");
      await expect(page.getByText("This answer took no money from your card.")).toBeVisible();
      expect(shop.visitsTo(payment.returnUrl)).toEqual([]);
      expect(await readStatus(payment.paymentCode)).toBe("initiated");
      await expectNothingTaken(payment.paymentCode);
      expect((await handOver(payment.paymentRef)).status, "3-D Secure was started once").toBe(409);
    });
  }
});

test("303 success once when the bank sends the callback twice", async ({ page, shop, order }) => {
  const payment = await order({ amount: 31_415 });
  await payThrough3ds(page, shop, payment, cardWith({ outcome: "callback_twice" }));
  await page.waitForURL((url) => url.pathname === new URL(payment.returnUrl).pathname);
  expect(page.url()).toContain("result=success");
  await expectTaken(payment.paymentCode, 31_415);
});

test("303 with the same response for ten concurrent equal callbacks, and one capture", async () => {
  const { payment, back } = await confirmAtBankOverHttp();
  const answers = await Promise.all(Array.from({ length: 10 }, () => postForm(back.action, back.fields)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303));
  const locations = new Set(answers.map(({ headers }) => headers.location));
  expect([...locations]).toEqual([`https://shop.example/return?paymentCode=${payment.paymentCode}&result=success`]);
  await expectTaken(payment.paymentCode, 125_050);
  const later = await postForm(back.action, back.fields);
  expect([later.status, later.headers.location]).toEqual([303, [...locations][0]]);
  await expectTaken(payment.paymentCode, 125_050);
});

test.describe("400 for a changed genuine callback", () => {
  type Fields = Record<string, string>;
  const changes: [name: string, change: (fields: Fields) => Fields | string][] = [
    ["another amount", (fields) => ({ ...fields, amount: "1.00" })],
    ["another order", (fields) => ({ ...fields, oid: "ABCDEFGHIJKLMNOPQRST" })],
    ["another currency", (fields) => ({ ...fields, currency: "840" })],
    ["another merchant", (fields) => ({ ...fields, clientid: "100000000" })],
    ["another proof", (fields) => ({ ...fields, cavv: "AAAA" })],
    ["another verdict", (fields) => ({ ...fields, mdStatus: "2" })],
    ["another hash", (fields) => ({ ...fields, HASH: "AAAA" })],
    ["no hash", ({ HASH: _, ...fields }) => fields],
    ["an empty hash", (fields) => ({ ...fields, HASH: "" })],
    ["no fields at all", () => ({})],
    ["one field too many", (fields) => ({ ...fields, extra: "1" })],
    ["a field twice", (fields) => `${encoded(fields)}&mdStatus=1`],
    ["a field twice, in other case", (fields) => `${encoded(fields)}&MDSTATUS=1`],
    ["a field under another name", ({ mdStatus = "", ...fields }) => ({ ...fields, mdStatusX: mdStatus })],
    ["rubbish", () => "%%%=&&&=%zz"],
  ];
  for (const [name, change] of changes) {
    test(`400 ${name}`, async () => {
      const { payment, back } = await confirmAtBankOverHttp();
      const answer = await postForm(back.action, change({ ...back.fields }));
      expect(answer.status, answer.text.slice(0, 300)).toBe(400);
      expectNoLeak(answer.text.replace(/<style[\s\S]*<\/style>/, ""));
      expect(answer.text, "no data of the payment").not.toContain("shop.example");
      expect(await readStatus(payment.paymentCode)).toBe("initiated");
      await expectNothingTaken(payment.paymentCode);
      const genuine = await postForm(back.action, back.fields);
      expect(genuine.headers.location, "the genuine one is still accepted").toContain("result=success");
    });
  }
});

test("400 for a failed callback that was changed to a success", async () => {
  const failed = await confirmAtBankOverHttp("000000");
  expect(failed.back.fields.mdStatus).not.toBe("1");
  const dressedUp = { ...failed.back.fields, mdStatus: "1" };
  expect((await postForm(failed.back.action, dressedUp)).status).toBe(400);
  await expectNothingTaken(failed.payment.paymentCode);
});

test("400 for a genuine callback of another payment", async () => {
  const [one, two] = [await confirmAtBankOverHttp(), await confirmAtBankOverHttp()];
  expect((await postForm(one.back.action, two.back.fields)).status).toBe(400);
  expect(await readStatus(one.payment.paymentCode)).toBe("initiated");
  expect(await readStatus(two.payment.paymentCode)).toBe("initiated");
});

test("303 failure remains after a later genuine success of another card", async () => {
  const { payment, back } = await confirmAtBankOverHttp("000000");
  expect((await postForm(back.action, back.fields)).headers.location).toContain("result=failure");
  expect((await postForm(back.action, back.fields)).headers.location).toContain("result=failure");
  expect(await readStatus(payment.paymentCode)).toBe("failed");
});

test("404 for a callback with an unknown token", async () => {
  const { back } = await confirmAtBankOverHttp();
  for (const token of ["x", "A".repeat(43), "%00", "..%2f"]) {
    const answer = await postForm(`${sandbox.payUrl}/3ds/callback/${token}`, back.fields);
    expect(answer.status, token).toBe(404);
  }
});

test("405, 415 and 413 for callbacks of another method, type or size", async () => {
  const { payment, back } = await confirmAtBankOverHttp();
  const { origin, pathname } = new URL(back.action);
  const asJson = { Accept: "application/json" };
  const got = await ask(origin, `${pathname}?${encoded({ ...back.fields })}`, { headers: asJson });
  expectError(got, 405, "method_not_allowed");
  expect(got.headers.allow).toBe("POST");
  const json = { headers: { ...asJson, "Content-Type": "application/json" } };
  expectError(await postForm(back.action, JSON.stringify(back.fields), json), 415, "unsupported_media_type");
  const large = encoded({ ...back.fields, padding: "x".repeat(70_000) });
  expectError(await postForm(back.action, large, { headers: asJson }), 413, "payload_too_large");
  expect(await readStatus(payment.paymentCode)).toBe("initiated");
});

test("303 keeps the query of the return address and drops its fragment", async () => {
  const returnUrl = "https://shop.example/a%20b/?x=1&result=mine&y=%C4%9F#part";
  const payment = await merchant.created({ returnUrl });
  const started = await handOver(payment.paymentRef, approvedCard);
  const back = await throughTheBank(started.text);
  expect((await postForm(back.action, back.fields)).headers.location).toBe(
    `https://shop.example/a%20b/?x=1&result=mine&y=%C4%9F&paymentCode=${payment.paymentCode}&result=success`,
  );
});
