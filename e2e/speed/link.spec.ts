import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { confirmAtBank } from "../support/browser";
import { enterCard, expectHeading, payButton, phone } from "../support/link";
import { expectPaidOnce } from "../support/link-buyer";
import { Merchant } from "../support/merchant";
import { other, sandbox } from "../support/product";

// Slow connections as in rural areas. Bits per second and milliseconds.

interface Line {
  readonly latencyMs: number;
  readonly down: number;
  readonly up: number;
}

const slow4g: Line = { latencyMs: 150, down: 1_600_000, up: 750_000 };
const slow3g: Line = { latencyMs: 400, down: 400_000, up: 400_000 };

test.use({ ...phone, locale: "tr-TR" });

const merchant = new Merchant(sandbox.apiUrl, other);

async function slowDown(context: BrowserContext, page: Page, { latencyMs, down, up }: Line): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    connectionType: "cellular4g",
    downloadThroughput: down / 8,
    uploadThroughput: up / 8,
  });
}

/** Measures the time in ms from opening the link until the card can be typed and the script is active. */
async function untilUsable(page: Page, url: string): Promise<number> {
  const start = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.locator("html.scripted #pan").waitFor();
  await expect(page.locator("#pan")).toBeEditable();
  return performance.now() - start;
}

test("is usable within 1.5 s on slow 4G with an empty cache", async ({ browser }) => {
  const times: number[] = [];
  for (let visit = 0; visit < 3; visit++) {
    const context = await browser.newContext({ ...phone, locale: "tr-TR" });
    const page = await context.newPage();
    await slowDown(context, page, slow4g);
    times.push(await untilUsable(page, (await merchant.createdLink()).url));
    await context.close();
  }
  const [, median] = times.sort((a, b) => a - b);
  expect(median, `of ${times.map(Math.round).join(", ")} ms`).toBeLessThan(1_500);
});

test("can be paid on slow 3G", async ({ page, context }) => {
  test.setTimeout(60_000);
  const link = await merchant.createdLink();
  await slowDown(context, page, slow3g);
  await page.goto(link.url);
  await enterCard(page);
  await payButton(page).click();
  await confirmAtBank(page);
  await expectHeading(page, "Ödemeniz alındı");
  await expectPaidOnce(merchant, link, 125_050);
});
