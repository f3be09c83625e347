import {
  buy,
  confirmAtBank,
  expect,
  expectBackInShop,
  goToBank,
  openCheckout,
  payThrough3ds,
  test,
  typeCard,
} from "../support/browser";
import { handOver } from "../support/buyer";
import { approvedCard, cardWith } from "../support/cards";
import { changePartner, expectTaken } from "../support/controls";
import { expectError } from "../support/envelope";
import { Merchant } from "../support/merchant";
import { linksDisabled, sandbox } from "../support/product";

const asJson = { headers: { Accept: "application/json" } };
const foreign = cardWith({ family: "foreign" });

test("200 for one and 409 for nineteen of twenty concurrent handoffs of a reference", async ({ merchant }) => {
  const { paymentRef } = await merchant.created();
  const answers = await Promise.all(Array.from({ length: 20 }, () => handOver(paymentRef, approvedCard, asJson)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expectError(answer, 409, "payment_prepare_already_started");
  }
});

test("303 success after a card that the terminal does not allow; the form is shown again, empty", async ({
  page,
  shop,
  order,
  merchant,
}) => {
  const payment = await order({ terminalId: merchant.terminal("domesticOnly") });
  await openCheckout(page, shop, payment, foreign);
  await buy(page);
  await expect(page.getByRole("alert")).toContainText("This card is not accepted");
  await expect(page.getByRole("alert")).toContainText("No money was taken from your card.");
  for (const name of ["pan", "expireMonth", "expireYear", "cv2"]) {
    await expect(page.locator(`#${name}`)).toHaveValue("");
  }
  await typeCard(page, approvedCard);
  await page.getByRole("button", { name: "Pay TRY 1,250.50" }).click();
  await page.waitForURL(`${sandbox.bankUrl}/**`);
  await confirmAtBank(page);
  await expectBackInShop(page, shop, payment, "success");
  await expectTaken(payment.paymentCode, 125_050);
});

test("429 after five cards; the fifth still returns its own code, the payment has failed, its order code is free", async ({
  merchant,
}) => {
  const request = merchant.request({ terminalId: merchant.terminal("domesticOnly") });
  const payment = (await merchant.post(request)).json();
  for (let card = 1; card <= 5; card++) {
    expectError(await handOver(payment.paymentRef, foreign, asJson), 422, "virtual_pos_card_type_not_supported");
    const { status } = await merchant.payment(payment.paymentCode);
    expect(status).toBe(card < 5 ? "initiated" : "failed");
  }
  for (const card of [approvedCard, foreign]) {
    expectError(await handOver(payment.paymentRef, card, asJson), 429, "card_attempt_limit_exceeded");
  }
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({
    status: "failed",
    failureCode: "card_attempt_limit_exceeded",
  });
  const page = await handOver(payment.paymentRef, approvedCard);
  expect(page.status).toBe(429);
  expect(page.text).not.toContain('name="pan"');
  expect((await merchant.post(request)).status).toBe(201);
});

test("429 for concurrent cards above the allowed number", async ({ merchant }) => {
  const payment = await merchant.created({ terminalId: merchant.terminal("domesticOnly") });
  const answers = await Promise.all(Array.from({ length: 12 }, () => handOver(payment.paymentRef, foreign, asJson)));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});

test("429 after the account's own number of cards", async () => {
  const account = new Merchant(sandbox.apiUrl, linksDisabled);
  await changePartner(linksDisabled.partnerId, { cardAttemptLimit: 2 });
  const { paymentRef } = await account.created({ terminalId: linksDisabled.terminals.domesticOnly });
  const statuses: number[] = [];
  for (let card = 0; card < 4; card++) statuses.push((await handOver(paymentRef, foreign, asJson)).status);
  await changePartner(linksDisabled.partnerId, { cardAttemptLimit: 5 });
  expect(statuses).toEqual([422, 422, 429, 429]);
});

test("409 when the buyer goes back from the bank's page and submits again; paid at most once", async ({
  page,
  shop,
  order,
  merchant,
}) => {
  const payment = await order();
  await goToBank(page, shop, payment);
  await page.goto(shop.checkout(payment.handoffUrl, { paymentRef: payment.paymentRef, pan: approvedCard.pan }));
  await buy(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This payment was already started");
  await page.getByRole("link", { name: "Back to the shop" }).click();
  await expect(page.getByRole("heading", { name: "Back in the shop" })).toBeVisible();
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({ status: "initiated" });
});

test("303 success once, also when the buyer goes back afterwards", async ({ page, shop, order, merchant }) => {
  const payment = await order({ amount: 2718 });
  await payThrough3ds(page, shop, payment);
  await expectBackInShop(page, shop, payment, "success");
  for (let steps = 0; steps < 3; steps++) await page.goBack().catch(() => null);
  await page.waitForLoadState("networkidle");
  await page.goForward().catch(() => null);
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({ status: "captured" });
  await expectTaken(payment.paymentCode, 2718);
});

test("303 success once when the buyer double-clicks at the shop, on our form and at the bank", async ({
  page,
  shop,
  order,
}) => {
  const payment = await order({ amount: 1618 });
  await openCheckout(page, shop, payment);
  await buy(page);
  await typeCard(page, approvedCard);
  await page.locator("button.button[type=submit]").dblclick({ noWaitAfter: true });
  await page.waitForURL(`${sandbox.bankUrl}/**`);
  await page.locator("#code").fill(sandbox.otp);
  await page.locator('button[value="confirm"]').dblclick({ noWaitAfter: true });
  await expectBackInShop(page, shop, payment, "success");
  await expectTaken(payment.paymentCode, 1618);
});
