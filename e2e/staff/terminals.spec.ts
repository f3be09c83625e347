import { expect, test } from "../support/browser";
import { payOverHttp } from "../support/buyer";
import { Merchant, newCode } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll } from "../support/panel";
import { demo, sandbox } from "../support/product";
import { openStaff } from "../support/staff";

test("staff make a terminal, diagnose its connection, go live, and a payment with it is captured", async ({
  browser,
}) => {
  const page = await openStaff(browser, "/staff/partners/prt_demo/terminals/new");
  await expectAccessible(page);
  const name = `Journey ${newCode().slice(-8)}`;
  await page.getByRole("button", { name: "Create the terminal" }).click();
  await expect(page.getByLabel("Name of the terminal")).toBeFocused();
  await page.getByLabel("Name of the terminal").fill(name);
  await page.getByLabel("Bank", { exact: true }).selectOption({ label: "Türkiye İş Bankası" });
  await page.getByRole("button", { name: "Create the terminal" }).click();

  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText("Not live yet")).toBeVisible();
  await page.getByRole("button", { name: "Diagnose the connection" }).click();
  await expect(page.getByText("Nothing is wrong with the connection")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Go live", exact: true }).click();
  await expect(page.getByText("In use", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);

  const terminalId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const merchant = new Merchant(sandbox.apiUrl, demo);
  const payment = await merchant.created({ terminalId, amount: 12_500 });
  await payOverHttp(payment);
  await expect.poll(async () => (await merchant.payment(payment.paymentCode)).status).toBe("captured");

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("link", { name: "Terminals" }).first().click();
  await page.getByLabel("Find a terminal").fill(name);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
  await expectAccessible(page);
});
