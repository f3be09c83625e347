import type { Browser, Page } from "@playwright/test";
import { confirmAtBank, expect, test, typeCard } from "../support/browser";
import { approvedCard } from "../support/cards";
import { expectTaken } from "../support/controls";
import { Merchant, newCode } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, openPanel } from "../support/panel";
import { amountLimited, closed, demo, held, other, sandbox, suspended } from "../support/product";
import type { Partner } from "../support/sandbox";

const merchant = new Merchant(sandbox.apiUrl, demo);

/** Opens the form of a new payment as a finance user. */
const openForm = (browser: Browser, partner: Partner = demo): Promise<Page> =>
  openPanel(browser, findUser("finance", partner), { path: "/panel/payments/new" });

interface Order {
  readonly amount: string;
  readonly code: string;
  readonly installments?: string;
}

async function fill(page: Page, { amount, code, installments }: Order, partner: Partner = demo) {
  await page.getByLabel("Amount").fill(amount);
  await page.getByLabel("Order code").fill(code);
  await page.getByLabel("Terminal").selectOption(partner.terminals.default);
  if (installments) await page.getByLabel("Installments").selectOption({ label: installments });
}

const go = (page: Page) => page.getByRole("button", { name: /^Go to the card page/ }).click();
const atCardForm = (page: Page) => page.waitForURL(`${sandbox.payUrl}/handoff`);
const errorBeside = (page: Page, label: string) =>
  expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true");

async function payCard(page: Page): Promise<void> {
  await typeCard(page, approvedCard);
  await page.getByRole("button", { name: /^Pay TRY/ }).click();
  await page.waitForURL(`${sandbox.bankUrl}/**`);
  await confirmAtBank(page);
}

test("a payment of the panel is paid at the bank and returns to its page as captured, still signed in", async ({
  browser,
}) => {
  const page = await openForm(browser);
  const code = newCode();
  await fill(page, { amount: "1,250.50", code, installments: "3 installments" });
  await expect(page.getByText("TRY 1,250.50 in 3 installments")).toBeVisible();
  await expectAccessible(page);
  await go(page);
  await atCardForm(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await payCard(page);
  await page.waitForURL(/\/panel\/payments\/pay_[0-9A-Z]{26}$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("TRY 1,250.50");
  await expect(page.getByText("Captured").first()).toBeVisible();
  const paymentCode = page.url().split("/").at(-1) ?? "";
  expect(await merchant.payment(paymentCode)).toMatchObject({
    partnerTxCode: code,
    source: "panel",
    status: "captured",
    amount: 125_050,
    installment: 3,
  });
  await expectTaken(paymentCode, 125_050);
});

test("a second click or the same order code creates no second payment", async ({ browser }) => {
  const page = await openForm(browser);
  const code = newCode();
  await fill(page, { amount: "80", code });
  // The notice about what will be charged moves the button, so a press before it appears could miss.
  await expect(page.getByText("The buyer's card will be charged TRY 80.00")).toBeVisible();
  await page.getByRole("button", { name: /^Go to the card page/ }).dblclick();
  await atCardForm(page);
  await page.goto(`${sandbox.panelUrl}/payments/new`);
  await fill(page, { amount: "80", code });
  await go(page);
  await atCardForm(page);
  await payCard(page);
  await page.waitForURL(/\/panel\/payments\/pay_/);
  const paymentCode = page.url().split("/").at(-1) ?? "";
  await expectTaken(paymentCode, 8_000);
  // The payment is paid now, so the same order code leads to its page instead of the card form.
  await page.goto(`${sandbox.panelUrl}/payments/new`);
  await fill(page, { amount: "80", code });
  await go(page);
  await page.getByRole("link", { name: "Open the payment" }).click();
  await expect(page).toHaveURL(new RegExp(`/panel/payments/${paymentCode}$`));
});

test("409 next to the code field for a code that the API has used, and 409 by the API for one of the panel", async ({
  browser,
}) => {
  const page = await openForm(browser);
  const ofApi = newCode();
  await merchant.created({ partnerTxCode: ofApi, amount: 8_000 });
  await fill(page, { amount: "80", code: ofApi });
  await go(page);
  await expect(page.getByText("This order code belongs to another payment.")).toBeVisible();
  await errorBeside(page, "Order code");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Suggest another" }).click();
  const ofPanel = await page.getByLabel("Order code").inputValue();
  expect(ofPanel).toMatch(/^PANEL-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  await go(page);
  await atCardForm(page);
  const answer = await merchant.create({ partnerTxCode: ofPanel, amount: 8_000 });
  expect([answer.status, answer.json().error.code]).toEqual([409, "duplicate_partner_tx_code"]);
});

test("the card form can be opened later from the payment's page", async ({ browser }) => {
  const page = await openForm(browser);
  const code = newCode();
  await fill(page, { amount: "45,10", code });
  await go(page);
  await atCardForm(page);
  const { paymentCode } = (await merchant.find(code)).json();
  await page.goto(`${sandbox.panelUrl}/payments/${paymentCode}`);
  await page.getByRole("button", { name: "Open the card page" }).click();
  await atCardForm(page);
  await payCard(page);
  await page.waitForURL(new RegExp(`/panel/payments/${paymentCode}$`));
  await expect(page.getByText("Captured").first()).toBeVisible();
});

test("shows refusals next to their fields, before and after the request", async ({ browser }) => {
  const page = await openForm(browser, amountLimited);
  await go(page);
  await errorBeside(page, "Amount");
  await page.getByLabel("Amount").fill("600");
  await expect(page.getByText("has to be between TRY 100.00 and TRY 500.00")).toBeVisible();
  await fill(page, { amount: "100", code: newCode() }, amountLimited);
  await page.getByLabel("Description").fill(approvedCard.pan);
  await go(page);
  await expect(page.getByText("The description holds a card number")).toBeVisible();
  await page.getByLabel("Description").fill("");
  await page.getByLabel("Terminal").selectOption(amountLimited.terminals.installmentsOnly);
  await expect(page.getByLabel("Installments")).toHaveValue("2");
});

test("shows a limit of the bank connection as a sentence next to the amount", async ({ browser }) => {
  const page = await openForm(browser, other);
  await page.getByLabel("Terminal").selectOption(other.terminals.limited);
  await page.getByLabel("Amount").fill("1,000.01");
  await go(page);
  const refusal = page.getByText("The amount exceeds the bank connection's limit for one payment.");
  await expect(refusal).toBeVisible();
  await errorBeside(page, "Amount");
  await page.getByLabel("Description").fill("Tea set");
  await errorBeside(page, "Amount");
  await page.getByLabel("Amount").fill("1,000");
  await expect(refusal).toBeHidden();
});

for (const [partner, sentence] of [
  [held, "Payment acceptance is on hold"],
  [suspended, "Your account is suspended"],
  [closed, "Your account is closed"],
] as const) {
  test(`shows the reason instead of a form: ${sentence}`, async ({ browser }) => {
    const page = await openForm(browser, partner);
    await expect(page.getByText(sentence).last()).toBeVisible();
    await expect(page.getByLabel("Amount")).toHaveCount(0);
    await expectAccessible(page);
  });
}

test("nothing is wider than a phone's screen in Turkish", async ({ browser }) => {
  const page = await openPanel(browser, findUser("owner"), { language: "tr", width: 390, path: "/panel/payments/new" });
  await page.getByLabel("Tutar").fill("1.250,50");
  await expect(page.getByRole("button", { name: "Kart sayfasına geç: 1.250,50 TL" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

for (const role of ["developer", "support"]) {
  test(`403 for ${role}, with an explanation on the screen`, async ({ browser }) => {
    const page = await openPanel(browser, findUser(role), { path: "/panel/payments/new" });
    await expect(page.getByText("You may not see this screen")).toBeVisible();
    const status = await page.evaluate(async () => {
      const answer = await fetch("/api/trpc/newPayment.create", {
        method: "POST",
        headers: { "content-type": "application/json", "x-vezne-page": "1" },
        body: "{}",
      });
      return answer.status;
    });
    expect(status).toBe(403);
  });
}
