import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { payOverHttp } from "../support/buyer";
import { approvedCard } from "../support/cards";
import { newColleague } from "../support/colleague";
import { Merchant, newCode } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, openPanel } from "../support/panel";
import { callProcedure } from "../support/procedure";
import { other, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, other);

/** Pays a payment of 12.000 TL, which is above the limit of a refund without a second person. */
async function paid() {
  const partnerTxCode = newCode();
  const payment = await merchant.created({ partnerTxCode, amount: 1_200_000 });
  expect((await payOverHttp(payment)).headers.location).toContain("result=success");
  return { paymentCode: payment.paymentCode, partnerTxCode };
}

/** Requests the refund of a whole payment; returns the request's id. */
async function ask(page: Page, paymentCode: string): Promise<string> {
  const key = randomUUID();
  const input = { key, paymentCode, amount: null, method: "auto", reason: "Goods came back" };
  const { data } = await callProcedure(page, "refund.start", input, "POST");
  expect(data).toMatchObject({ kind: "waiting" });
  return (data as { requestId: string }).requestId;
}

const finance = async (browser: Browser, options: Parameters<typeof openPanel>[2] = {}): Promise<Page> =>
  openPanel(browser, await newColleague("finance", other, { isSecondPerson: true }), options);

const findRow = (page: Page, partnerTxCode: string) => page.getByRole("row").filter({ hasText: partnerTxCode });

test("a refund above the limit is requested by one user, approved by another, and then sent", async ({ browser }) => {
  const { paymentCode, partnerTxCode } = await paid();
  const asker = await finance(browser, { path: `/panel/payments/${paymentCode}` });
  await asker.getByRole("button", { name: "Void", exact: true }).click();
  await expect(asker.getByRole("dialog")).toContainText("Nothing is sent now. Approved before");
  await expect(asker.getByRole("dialog")).toContainText("a second person has to approve");
  const requestId = await ask(asker, paymentCode);
  expect(await callProcedure(asker, "refund.approve", { requestId }, "POST")).toMatchObject({
    status: 403,
    code: "own_refund_request",
  });
  const second = await finance(browser, { path: "/panel/refunds" });
  await expectAccessible(second);
  await findRow(second, partnerTxCode).getByRole("button", { name: "Decide: TRY 12,000.00" }).click();
  const dialog = second.getByRole("dialog");
  await expect(dialog).toContainText("Goods came back");
  await expect(dialog).toContainText("If you approve, the payment is voided at the bank: TRY 12,000.00");
  await expectAccessible(second);
  await dialog.getByRole("button", { name: "Approve refund of TRY 12,000.00" }).click();
  await expect(second.getByText("TRY 12,000.00 was voided.")).toBeVisible();
  await expect(findRow(second, partnerTxCode)).toHaveCount(0);
  await second.getByRole("link", { name: "Decided" }).click();
  await expect(findRow(second, partnerTxCode)).toContainText("Approved");
  const { refund } = (await merchant.payment(paymentCode)) as unknown as { refund: { status: string } };
  expect(refund.status).toBe("full");
});

test("a rejected refund shows the reason to its requester, and no money moves", async ({ browser }) => {
  const { paymentCode, partnerTxCode } = await paid();
  const asker = await finance(browser, { path: "/panel/refunds?view=decided" });
  await ask(asker, paymentCode);
  const second = await finance(browser, { width: 390, path: "/panel/refunds" });
  await expectNoSidewaysScroll(second);
  await findRow(second, partnerTxCode)
    .getByRole("button", { name: /^Decide/ })
    .click();
  const note = second.getByLabel("Why you reject it (shown to who asked)");
  await note.fill(approvedCard.pan);
  await second.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(note).toBeFocused();
  await expect(note).toHaveAccessibleDescription("A card number or an IBAN is not allowed here.");
  await note.fill("The goods never came back");
  await second.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(second.getByText("was rejected. No money moved.")).toBeVisible();
  await asker.goto("/panel/refunds?view=decided");
  await expect(findRow(asker, partnerTxCode)).toContainText("Rejected");
  await findRow(asker, partnerTxCode)
    .getByRole("button", { name: /^Details/ })
    .click();
  await expect(asker.getByRole("dialog")).toContainText("The goods never came back");
  await expectAccessible(asker);
});

test("only the requester can withdraw a request; in Turkish", async ({ browser }) => {
  const { paymentCode, partnerTxCode } = await paid();
  const asker = await finance(browser, { language: "tr" });
  const requestId = await ask(asker, paymentCode);
  const second = await finance(browser);
  const withdrawn = await callProcedure(second, "refund.withdraw", { requestId }, "POST");
  expect(withdrawn).toMatchObject({ status: 403, code: "access_denied" });
  await asker.goto("/panel/refunds");
  await expectAccessible(asker);
  await findRow(asker, partnerTxCode).getByRole("button", { name: "Geri çek: 12.000,00 TL" }).click();
  await expectAccessible(asker);
  await asker.getByRole("button", { name: "İsteği geri çek" }).click();
  await expect(asker.getByText("12.000,00 TL tutarındaki istek geri çekildi.")).toBeVisible();
  expect(await callProcedure(second, "refund.approve", { requestId }, "POST")).toMatchObject({
    status: 409,
    code: "refund_request_decided",
  });
});
