import { randomUUID } from "node:crypto";
import { expect, test } from "../support/browser";
import { cardWith } from "../support/cards";
import { expectHeading, phone } from "../support/link";
import { getLinkPayment, open, payLink } from "../support/link-buyer";
import { expectAccessible, expectLook, looks, newPage } from "../support/looks";
import type { Link, Merchant } from "../support/merchant";

// A receipt that is opened again after a full or a partial refund.

const shop = "https://shop.example";

/** Creates a link of TRY 1,250.50 that is paid in three installments. */
async function paidLink(merchant: Merchant, changes: object = {}): Promise<Link> {
  const link = await merchant.createdLink({ description: "Mart siparişi", ...changes });
  expect((await payLink(link, { card: cardWith({ brand: "bonus" }), count: 3 })).status).toBe(303);
  return link;
}

/** Refunds the link's payment; returns the API's response. */
async function refund(merchant: Merchant, link: Link, way: "" | "/credit", amount?: number) {
  const { paymentCode } = await getLinkPayment(merchant, link);
  const body = { partnerRefundCode: `refund-${randomUUID()}`, amount };
  const answer = await merchant.post(body, {}, `/v1/payments/${paymentCode}/refunds${way}`);
  expect(answer.status, answer.text).toBe(201);
  return answer.json();
}

const sights = {
  voided: (merchant: Merchant, link: Link) => refund(merchant, link, ""),
  refunded: (merchant: Merchant, link: Link) => refund(merchant, link, "/credit"),
  "partly-refunded": (merchant: Merchant, link: Link) => refund(merchant, link, "/credit", 25_050),
};

for (const [name, giveBack] of Object.entries(sights)) {
  for (const look of looks) {
    test(`has no violation and no sideways scrolling, and matches its screenshot: ${name}, ${look.name}`, async ({
      browser,
      merchant,
    }) => {
      const link = await paidLink(merchant);
      expect((await giveBack(merchant, link)).status).toBe("approved");
      const page = await newPage(browser, look, "blocked");
      await page.goto(link.url);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expectAccessible(page);
      await expectLook(page, `${name}-${look.name}`);
      await page.context().close();
    });
  }
}

test.describe("without JavaScript", () => {
  test.use({ ...phone, locale: "tr-TR", javaScriptEnabled: false });

  test("sums up partial refunds on the receipt, in print too; the link stays completed", async ({ page, merchant }) => {
    const link = await paidLink(merchant, { redirectUrl: shop });
    await page.goto(link.url);
    await expectHeading(page, "Ödemeniz alındı");
    await expect(page.getByText("Net ödenen")).toHaveCount(0);
    await refund(merchant, link, "/credit", 25_050);
    await page.goto(link.url);
    await expectHeading(page, "Ödemenizin bir kısmı iade edildi");
    await page.emulateMedia({ media: "print" });
    const balance = page.locator("dl").filter({ hasText: "Net ödenen" });
    await expect(balance).toHaveText(/1\.250,50 TL.*250,50 TL.*1\.000,00 TL/s);
    await expect(balance).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await expect(page.getByRole("link", { name: "Mağazaya dön" })).toBeVisible();
    await refund(merchant, link, "/credit");
    await page.goto(link.url);
    await expectHeading(page, "Ödemeniz iade edildi");
    await expect(balance).toHaveText(/1\.250,50 TL.*1\.250,50 TL.*0,00 TL/s);
    // The shop's page would confirm a payment that was refunded completely, so there is no link to it.
    await expect(page.getByRole("link", { name: "Mağazaya dön" })).toHaveCount(0);
    expect((await merchant.link(link.id)).status).toBe("completed");
  });
});

test("does not change the receipt when the bank declines a refund", async ({ merchant }) => {
  const link = await merchant.createdLink();
  await payLink(link, { card: cardWith({ outcome: "credit_declined" }) });
  const before = (await open(link)).text;
  expect((await refund(merchant, link, "/credit")).status).toBe("declined");
  const facts = (html: string) => /<main.*<\/main>/s.exec(html)?.[0];
  expect(facts((await open(link)).text)).toBe(facts(before));
  expect(before).toContain("Ödemeniz alındı");
});
