import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { projectRoot } from "@/server/launch/project";
import { testCards } from "@/server/sandbox/bank/cards";
import { oneTimeCode } from "@/server/sandbox/bank/challenge";
import { expectNoViolation } from "../support/axe";
import { callApi } from "./api";
import { type Installation, origins, startInstallation } from "./installation";
import { readMailedLink } from "./mails";
import * as office from "./office";

const admin = "ada@vezne.test";
const owner = "sahip@kuzey.test";
const shop = "https://shop.kuzey.test";
const bank = "Türkiye İş Bankası";

let installation: Installation;
let browser: Browser;

test.beforeAll(async ({ playwright, launchOptions }) => {
  installation = await startInstallation();
  // Every host leads to the proxy, which knows those of the walk only, so nothing leaves this machine.
  const hosts = `--host-resolver-rules=MAP *:443 127.0.0.1:${installation.tls.port}`;
  browser = await playwright.chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), hosts] });
});
test.afterAll(async () => {
  await browser?.close();
  await installation?.close();
});

const newPage = async (): Promise<Page> => {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    locale: "en-GB",
    viewport: { width: 1280, height: 900 },
  });
  return context.newPage();
};

test("from an empty database in live mode to a merchant's first payment (D-266)", async () => {
  const page = await newPage();
  const { run } = installation;

  await test.step("the first person of staff", async () => {
    const [password = ""] = (await run("admin", "people", "staff", admin, "admin")).split("\n");
    await office.signInFirst(page, admin, password);
    await office.confirmAddress(page, installation, admin);
  });

  await test.step("the list of the first steps leads to the BIN table and to the first merchant", async () => {
    const beforeTerminal = ["Import the BIN table", "Add a second person who may decide", "Create the first merchant"];
    await office.expectOpenSteps(page, [...beforeTerminal, ...ofTerminal, "Take the first payment"]);
    await expectNoViolation(page);
    await office.followStep(page, "Import the BIN table");
    await office.importBins(page, join(projectRoot, "prisma/seed/bins.csv"));
    await office.followStep(page, "Add a second person who may decide");
    await office.join(await newPage(), await office.inviteColleague(page, installation, "baran@vezne.test"));
    await office.followStep(page, "Create the first merchant");
    await office.createMerchant(page, "Kuzey Kitabevi", owner);
    await office.followStep(page, "Open its payment acceptance");
    await office.openAcceptance(page);
  });

  const terminalId = await test.step("a terminal at a bank of the catalogue goes live", async () => {
    const id = await office.bringTerminalLive(page, installation, bank);
    await office.expectOpenSteps(page, ["Add a second person who may decide", "Take the first payment"]);
    return id;
  });

  const key = await test.step("the owner accepts the invitation and makes an API key", async () => {
    const link = await readMailedLink(installation, owner, `${origins.PANEL_ORIGIN}/panel/invitation#`);
    return office.joinAndMakeKey(await newPage(), link);
  });

  const order = { amount: 125_050, partnerTxCode: "order-1", terminalId, returnUrl: `${shop}/thanks` };
  const created = await callApi(installation, key, "POST", "/v1/payments", order);
  expect(created).toMatchObject({ status: 201, body: { status: "initiated" } });
  const { paymentCode, paymentRef, handoffUrl } = created.body as Readonly<Record<string, string>>;

  await test.step("a buyer pays through the bank's 3-D Secure page", async () => {
    const buyer = await newPage();
    await openCheckout(buyer, handoffUrl ?? "", paymentRef ?? "");
    await buyer.getByRole("button", { name: "Buy now" }).click();
    await expect(buyer.getByText("Demo Mağaza")).toBeVisible();
    expect(new URL(buyer.url()).host).toBe("sanalpos.isbank.com.tr");
    await buyer.locator("#code").fill(oneTimeCode);
    await buyer.locator('button[value="confirm"]').click();
    await buyer.waitForURL(`${shop}/thanks?paymentCode=${paymentCode}&result=success`);
  });

  await test.step("the payment is captured, the bank has the same money, and the book of staff shows it", async () => {
    const { body } = await callApi(installation, key, "GET", `/v1/payments/${paymentCode}`);
    expect(body).toMatchObject({ status: "captured", amount: 125_050, card: { bank, brand: "maximum" } });
    const ledger = await installation.readLedger();
    expect(ledger).toMatchObject({ captured: 125_050, voided: 0, credited: 0 });
    await page.goto(`${origins.PANEL_ORIGIN}/staff/payments/${paymentCode}`);
    await expect(page.getByText(ledger.orders[0]?.orderId ?? "no order", { exact: true }).first()).toBeVisible();
    await office.expectOpenSteps(page, ["Add a second person who may decide"]);
    expect(await run("admin", "audit", "verify")).toContain("chain ok");
  });
});

const ofTerminal = [
  "Open its payment acceptance",
  "Give it a terminal with credentials",
  "Give the terminal a tariff",
  "Pass the connection doctor",
  "Go live",
];

/** Opens a shop's checkout, whose form posts the card to the handoff from another site. */
async function openCheckout(page: Page, handoffUrl: string, paymentRef: string): Promise<void> {
  const card = testCards.find((one) => one.bank === bank && one.outcome === "approved");
  if (!card) throw new Error("The bank has no card that is approved");
  const { pan, expireMonth, expireYear, cv2 } = card;
  const inputs = Object.entries({ paymentRef, pan, expireMonth, expireYear, cv2 })
    .map(([name, value]) => `<input name="${name}" value="${value}">`)
    .join("");
  const checkout = `<form method="post" action="${handoffUrl}">${inputs}<button>Buy now</button></form>`;
  await page.route(`${shop}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: new URL(route.request().url()).pathname === "/" ? checkout : "" }),
  );
  await page.goto(`${shop}/`);
}
