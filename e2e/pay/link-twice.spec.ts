import { type BrowserContext, devices, type Page } from "@playwright/test";
import { confirmAtBank, expect, test } from "../support/browser";
import { approvedCard, cardWith, newCard } from "../support/cards";
import { bankLog, expectNothingTaken } from "../support/controls";
import {
  enterCard,
  expectAtBank,
  expectHeading,
  goFromLinkToBank,
  payButton,
  payInBrowser,
  phone,
} from "../support/link";
import {
  choicesFor,
  comeBack,
  confirmed,
  expectPaidOnce,
  getLinkPayment,
  open,
  readPageState,
  submitCard,
} from "../support/link-buyer";
import type { Link } from "../support/merchant";

// Repeated or hurried actions and bad connections lead to one payment, and the pages show the state.

test.use({ ...phone, locale: "en-GB" });

const main = (page: Page) => page.locator("main");

/** Expects a page without technical terms. */
async function expectPlainWords(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  expect(await page.locator("body").innerText()).not.toMatch(/undefined|null|[a-z]+_[a-z]+|Error:|\{"/);
}

test("a second tab shows the open attempt, and the receipt as soon as it is paid", async ({
  page,
  context,
  merchant,
}) => {
  const link = await merchant.createdLink();
  const tab = await context.newPage();
  await tab.goto(link.url);
  await enterCard(tab, newCard());
  await goFromLinkToBank(page, link);
  await payButton(tab).click();
  await expectHeading(tab, "Waiting for confirmation at your bank");
  await expect(main(tab)).toContainText("No money has been taken from your card so far.");
  await expectPlainWords(tab);
  await confirmAtBank(page);
  await expectHeading(page, "Your payment was received");
  await expectHeading(tab, "Your payment was received");
  await expectPaidOnce(merchant, link, 125_050);
});

test("returns one bank form and nineteen progress pages for twenty concurrent submissions", async ({ merchant }) => {
  const link = await merchant.createdLink();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => submitCard(link, { card: newCard(), count: at % 2 === 0 ? 1 : 3 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  for (const { text } of answers.filter(({ status }) => status === 409)) {
    expect(text).toContain("Bankanızın doğrulaması bekleniyor");
  }
  expect(await readPageState(link)).toBe("in_progress");
});

test("is paid once when five concurrent returns from the bank arrive", async ({ merchant }) => {
  const link = await merchant.createdLink();
  const back = await confirmed(link);
  const answers = await Promise.all(Array.from({ length: 5 }, () => comeBack(back)));
  for (const { status, headers } of answers) {
    expect([status, headers.location]).toEqual([303, expect.stringMatching(/\/l\/[\w-]{43}\/result\?lang=/)]);
  }
  await expectPaidOnce(merchant, link, 125_050);
});

test("submits once for a double click, and the button shows the progress", async ({ page, merchant }) => {
  const link = await merchant.createdLink();
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname.endsWith("/pay")) posts.push(request.url());
  });
  await page.goto(link.url);
  await enterCard(page);
  await payButton(page).dblclick();
  await expectAtBank(page);
  expect(posts).toHaveLength(1);
  await confirmAtBank(page);
  await expectHeading(page, "Your payment was received");
  await expectPaidOnce(merchant, link, 125_050);
});

test("never pays again after a reload of the form, the bank's page or the result", async ({ page, merchant }) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  await page.reload();
  await enterCard(page);
  await payButton(page).click();
  await expectAtBank(page);
  await page.reload();
  await confirmAtBank(page);
  await expectHeading(page, "Your payment was received");
  await page.reload();
  await expectHeading(page, "Your payment was received");
  await expectPaidOnce(merchant, link, 125_050);
});

test("going back from the bank shows the open attempt, not a form for a second one", async ({ page, merchant }) => {
  const link = await merchant.createdLink();
  await goFromLinkToBank(page, link);
  await page.goBack();
  if (new URL(page.url()).origin !== new URL(link.url).origin) await page.goBack();
  await expectHeading(page, "Waiting for confirmation at your bank");
  await expectPlainWords(page);
  const { paymentCode } = await getLinkPayment(merchant, link);
  await expectNothingTaken(paymentCode);
});

test("going back after the payment shows the receipt", async ({ page, merchant }) => {
  const link = await merchant.createdLink();
  await payInBrowser(page, link);
  await expectHeading(page, "Your payment was received");
  for (let steps = 0; steps < 4; steps++) {
    if ((await page.goBack()) === null) break;
    if (page.url().startsWith(link.url)) {
      await expectHeading(page, "Your payment was received");
      await expect(page.locator("#pan")).toHaveCount(0);
    }
  }
  await expectPaidOnce(merchant, link, 125_050);
});

/** Blocks requests, as a lost mobile connection would; returns a function that restores them. */
const cutOff = async (context: BrowserContext, part: string): Promise<() => Promise<void>> => {
  const pattern = `**/l/*/${part}*`;
  await context.route(pattern, (route) => route.abort("internetdisconnected"));
  return () => context.unroute(pattern);
};

test("loads the options automatically when a lost connection is back", async ({ page, context, merchant }) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  const reconnect = await cutOff(context, "options");
  await page.locator("#pan").fill(approvedCard.pan);
  await expect(payButton(page)).toBeEnabled();
  await expectPlainWords(page);
  await reconnect();
  await expect(page.locator('input[name="choice"]').first()).toBeAttached();
});

test("can be paid when the options never load: the server asks for the choice, then the card goes to the bank", async ({
  page,
  context,
  merchant,
}) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  await cutOff(context, "options");
  await page.locator("#pan").fill(approvedCard.pan);
  for (const [name, value] of Object.entries({ expireMonth: "12", expireYear: "30", cv2: "000" }))
    await page.locator(`#${name}`).fill(value);
  await payButton(page).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expectPlainWords(page);
  expect(await page.content(), "no card in a form that is shown again").not.toContain(approvedCard.pan);
  await expect(page.locator('input[name="choice"]')).toHaveCount(6);
  await enterCard(page, approvedCard, 3);
  await payButton(page).click();
  await expectAtBank(page);
  await confirmAtBank(page);
  await expectHeading(page, "Your payment was received");
  expect((await expectPaidOnce(merchant, link, 125_050)).installment).toBe(3);
});

test("is paid once when the connection breaks during the submission and the buyer goes back", async ({
  page,
  context,
  merchant,
}) => {
  const link = await merchant.createdLink();
  await page.goto(link.url);
  await enterCard(page);
  const reconnect = await cutOff(context, "pay");
  await payButton(page).click();
  await page.waitForURL("chrome-error://**");
  await reconnect();
  await payInBrowser(page, link);
  await expectHeading(page, "Your payment was received");
  await expectPaidOnce(merchant, link, 125_050);
});

test("takes nothing and explains it when the link is cancelled while the buyer is at the bank", async ({
  page,
  merchant,
}) => {
  const link = await merchant.createdLink();
  await goFromLinkToBank(page, link);
  const { paymentCode } = await getLinkPayment(merchant, link);
  expect((await merchant.cancelLink(link.id)).status).toBe(200);
  await confirmAtBank(page);
  await expectHeading(page, "This payment link was cancelled");
  expect(await merchant.payment(paymentCode)).toMatchObject({
    status: "failed",
    failureCode: "link_cancelled",
  });
  await expectNothingTaken(paymentCode);
  expect((await bankLog(paymentCode)).map(({ operation }) => operation)).not.toContain("capture");
});

test("of two phones the first one pays, and the other sees the receipt without a card form", async ({
  page,
  browser,
  merchant,
}) => {
  const link = await merchant.createdLink();
  const friend = await browser.newContext({ ...devices["Pixel 7"], locale: "en-GB" });
  const friendPage = await friend.newPage();
  await friendPage.goto(link.url);
  await payInBrowser(page, link);
  await expectHeading(page, "Your payment was received");
  await friendPage.locator("#pan").fill(newCard().pan);
  await expectHeading(friendPage, "Your payment was received");
  await friend.close();
});

test("explains before the submission that a card has no option", async ({ page, merchant }) => {
  const link: Link = await merchant.createdLink({ terminalId: merchant.terminal("domesticOnly") });
  const foreign = cardWith({ family: "foreign" });
  expect(await choicesFor(link, foreign)).toEqual([]);
  await page.goto(link.url);
  await page.locator("#pan").fill(foreign.pan);
  await expect(main(page)).toContainText("Try another card.");
  await enterCard(page, newCard());
  await payButton(page).click();
  await expectAtBank(page);
  await open(link);
});
