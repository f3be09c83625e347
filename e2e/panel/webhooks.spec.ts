import type { Page } from "@playwright/test";
import { verifyWebhook } from "@/server/domain/webhooks/webhook-signature";
import { type Received, startTestReceiver, type TestReceiver } from "@/server/testing/receivers/receiver";
import { expect, test } from "../support/browser";
import { payOverHttp } from "../support/buyer";
import { newCard } from "../support/cards";
import { changePartner, sendWebhook } from "../support/controls";
import { Merchant } from "../support/merchant";
import { expectAccessible, findUser, openPanel } from "../support/panel";
import { holdProcedure } from "../support/procedure";
import { linksDisabled, sandbox } from "../support/product";
import { openStaff } from "../support/staff";

// Serial, because an account has one webhook address and one secret. No other test uses those of this account.
test.describe.configure({ mode: "default" });

const developer = findUser("developer", linksDisabled);
const place = "/panel/developers/webhooks";

let receiver: TestReceiver;
test.beforeEach(async () => {
  receiver = await startTestReceiver();
});
test.afterEach(async () => {
  await changePartner(linksDisabled.partnerId, { webhookUrl: null });
  await receiver.close();
});

const beAddress = () => changePartner(linksDisabled.partnerId, { webhookUrl: receiver.url("/hook") });
const readId = ({ body }: Received): string => JSON.parse(body.toString()).id;

/** Creates a delivery that its receiver has refused finally; returns its id. */
async function refused(body: string | Uint8Array = "no"): Promise<string> {
  receiver.answer("/hook", { status: 400, body });
  const before = receiver.requests.length;
  const id = (await sendWebhook(linksDisabled)) ?? "";
  await receiver.until(before + 1);
  return id;
}

/** Opens a delivery's page and waits until it shows this state. */
async function openDelivery(page: Page, id: string, word: string): Promise<void> {
  await expect(async () => {
    await page.goto(`${place}/${id}`);
    await expect(page.getByText(word, { exact: true }).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

test("refuses an address with the reason, accepts a good one, and shows that a test webhook arrived", async ({
  browser,
}) => {
  const page = await openPanel(browser, developer, { language: "tr", path: place });
  await page.getByRole("button", { name: "Adres ekle" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("Adres (URL)");
  for (const [url, why] of [
    ["ftp://shop.test/x", "Adresi kullanıcı adı ve boşluk olmadan tam yazın"],
    ["http://127.0.0.1:22/x", "Bu bağlantı noktası kullanılamaz"],
    ["http://10.0.0.1/x", "herkese açık olmayan bir adrese"],
  ] as const) {
    await field.fill(url);
    await dialog.getByRole("button", { name: "Kaydet" }).click();
    await expect(dialog.getByRole("alert")).toContainText(why);
  }
  await expectAccessible(page);
  await field.fill(receiver.url("/hook"));
  const release = await holdProcedure(page, /webhook\.setUrl/);
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(dialog.getByRole("button", { name: "Vazgeç" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog, "the dialog stays until the outcome is known").toBeVisible();
  release();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Webhook adresi kaydedildi")).toBeVisible();
  await page.getByRole("button", { name: "Test bildirimi gönder" }).click();
  await expect(page.getByText("Test bildirimi ulaştı")).toBeVisible();
  const [request] = await receiver.until(1);
  expect(JSON.parse(request?.body.toString() ?? "").type).toBe("webhook.test");
  await expectAccessible(page);
});

test("staff send the account a test webhook after they have seen its target, and see its outcome", async ({
  browser,
}) => {
  await beAddress();
  const page = await openStaff(browser, `/staff/partners/${linksDisabled.partnerId}/webhooks`);
  await page.getByRole("button", { name: "Send a test webhook" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(receiver.url("/hook"));
  await expectAccessible(page);
  expect(receiver.requests).toHaveLength(0);
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByText("The test webhook has been created.")).toBeVisible();
  const [request] = await receiver.until(1);
  const id = request ? readId(request) : "";
  await dialog.getByRole("link").click();
  await page.waitForURL(new RegExp(`/deliveries/${id}$`));
  await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  const owner = await openPanel(browser, findUser("owner", linksDisabled), { path: "/panel/team/audit" });
  await expect(owner.getByRole("row").filter({ hasText: "Vezne" }).first()).toBeVisible();
});

test("shows a payment's webhook with its request and response, and resends it with the same id and body", async ({
  browser,
}) => {
  await beAddress();
  receiver.answer("/hook", { status: 200, body: "thank you" });
  const payment = await new Merchant(sandbox.apiUrl, linksDisabled).created({ amount: 12_345 });
  await payOverHttp(payment, newCard());
  const [first] = await receiver.until(1);
  const page = await openPanel(browser, developer, { path: `${place}?type=payment.captured` });
  await page
    .getByRole("row")
    .filter({ hasText: payment.paymentCode })
    .getByRole("link", { name: "payment.captured" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("payment.captured");
  await expect(page.getByRole("main")).toContainText(first?.body.toString() ?? "-");
  await expect(page.getByRole("main")).toContainText("thank you");
  await expect(page.getByRole("link", { name: payment.paymentCode })).toHaveAttribute(
    "href",
    `/panel/payments/${payment.paymentCode}`,
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: "Resend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("The delivery has arrived")).toBeVisible();
  const [, again] = await receiver.until(2);
  expect(again?.body).toEqual(first?.body);
  expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  await expect(page.getByText("sent by hand")).toBeVisible();
});

test("counts failed deliveries and resends them, and the list shows that they arrived", async ({ browser }) => {
  await beAddress();
  const ids = [await refused(), await refused()];
  const page = await openPanel(browser, developer);
  await openDelivery(page, ids[1] ?? "", "Rejected");
  await page.goto(`${place}?status=failed`);
  for (const id of ids) await expect(page.locator(`a[href$="${id}"]`)).toBeVisible();
  receiver.answer("/hook", 200);
  await page.getByRole("button", { name: "Resend failed" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Period").selectOption({ label: "Last 30 days" });
  await expect(dialog.getByText(/\d+ deliver(y|ies) will be sent/)).toBeVisible();
  await expectAccessible(page);
  const before = receiver.requests.length;
  await dialog.getByRole("button", { name: /^Send \d+$/ }).click();
  await expect(page.getByText(/being sent, one after the other/)).toBeVisible();
  // Rows stay under the pointer.
  await page.mouse.move(0, 0);
  const sent = (await receiver.until(before + ids.length)).slice(before).map(readId);
  expect(sent).toEqual(expect.arrayContaining(ids));
  for (const id of ids) await expect(page.locator(`a[href$="${id}"]`)).toHaveCount(0);
});

test("shows a response with markup or terminal codes as plain text", async ({ browser }) => {
  await beAddress();
  const id = await refused(Buffer.from('<img src=x onerror="document.title=1">\u001b[31mred\0\u202etxt'));
  const page = await openPanel(browser, developer);
  await openDelivery(page, id, "Rejected");
  await expect(page.getByText('<img src=x onerror="document.title=1">␛[31mred␀⟨U+202E⟩txt')).toBeVisible();
  expect(await page.locator("main img").count()).toBe(0);
  expect(await page.title()).not.toBe("1");
});

test("prepares and activates a new secret while both verify, and returns to the previous one", async ({ browser }) => {
  await beAddress();
  const page = await openPanel(browser, developer, { path: place });
  const dialog = page.getByRole("dialog");
  // The list above the button has its rows, and does not move it any more.
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Prepare (a new|another)/ }).click();
  await dialog.getByRole("button", { name: "Prepare a new secret" }).click();
  await expect(dialog).toContainText("shown only now");
  const fresh = await dialog.locator("pre").innerText();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Saved, close" }).click();
  await expect.poll(() => page.content()).not.toContain(fresh);

  const signedBy = async (secret: string | readonly string[]): Promise<boolean> => {
    const id = await sendWebhook(linksDisabled);
    await expect(() => expect(receiver.requests.map(readId)).toContain(id)).toPass();
    const { headers, body } = receiver.requests.find((one) => readId(one) === id) as Received;
    expect(String(headers["webhook-signature"]).split(" ")).toHaveLength(2);
    return verifyWebhook({ headers, body, secret }).ok;
  };
  const both = [linksDisabled.webhookSecret, fresh];
  expect(await signedBy(linksDisabled.webhookSecret)).toBe(true);
  await page.getByRole("button", { name: "Activate" }).click();
  await expect(dialog).toContainText(`…${fresh.slice(-4)}`);
  await dialog.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText("The new secret signs now.")).toBeVisible();
  expect(await signedBy(fresh)).toBe(true);
  expect(await signedBy(both)).toBe(true);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Go back to the previous secret" }).click();
  await dialog.getByRole("button", { name: "Go back to the previous secret" }).click();
  await expect(page.getByText("The previous secret signs again.")).toBeVisible();
  expect(await signedBy(linksDisabled.webhookSecret)).toBe(true);
});
