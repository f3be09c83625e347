import { confirmAtBank, test } from "../support/browser";
import { enterCard, expectHeading, payButton, phone } from "../support/link";
import { expectPaidOnce } from "../support/link-buyer";
import { Merchant } from "../support/merchant";
import { other, sandbox } from "../support/product";

// A slow connection, as in rural areas. How fast the page is there, `npm run bench -- link-page` measures.

test.use({ ...phone, locale: "tr-TR" });

const merchant = new Merchant(sandbox.apiUrl, other);

/** Slow 3G: bytes per second and ms. */
const slow3g = { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };

test("can be paid on slow 3G", async ({ page, context }) => {
  const link = await merchant.createdLink();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    connectionType: "cellular4g",
    ...slow3g,
  });
  await page.goto(link.url);
  await enterCard(page);
  await payButton(page).click();
  await confirmAtBank(page);
  await expectHeading(page, "Ödemeniz alındı");
  await expectPaidOnce(merchant, link, 125_050);
});
