import type { Route } from "@playwright/test";
import { expect, test } from "../support/browser";
import { openDetail, paid, shown } from "../support/panel-payment";
import { sandbox } from "../support/product";

test("a refund with a lost response is not shown as failed; a second click shows the outcome of the first", async ({
  browser,
}) => {
  const payment = await paid();
  const page = await openDetail(browser, payment.paymentCode);
  let lose = (): void => undefined;
  const isLost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  const loseAnswer = async (route: Route): Promise<void> => {
    const origin = { origin: sandbox.apiUrl, "sec-fetch-site": "same-origin" };
    const answer = await route.fetch({ headers: { ...route.request().headers(), ...origin } });
    expect(answer.status()).toBe(200);
    await isLost;
    await route.abort();
  };
  await page.route(/refund\.start/, loseAnswer, { times: 1 });
  await page.getByRole("button", { name: "Void", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Void this payment" });
  const confirm = dialog.getByRole("button", { name: `Void ${shown(payment.amount)}` });
  await confirm.click();
  await expect(dialog.getByRole("button", { name: "Being sent to the bank…" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  lose();
  await expect(dialog.getByRole("alert")).toContainText("The outcome of the refund is not known");
  await confirm.click();
  await expect(dialog.getByRole("alert")).toContainText(`${shown(payment.amount)} voided`);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("table", { name: /Refunds and voids/ }).getByRole("row")).toHaveCount(2);
});

test("it is not sent a second time after the dialog is closed and opened again, even if nothing could be read meanwhile", async ({
  browser,
}) => {
  const payment = await paid();
  const page = await openDetail(browser, payment.paymentCode);
  await expect(page.getByRole("button", { name: "Void", exact: true })).toBeVisible();
  const keys: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("refund.start")) keys.push(/"key":"([^"]+)"/.exec(request.postData() ?? "")?.[1] ?? "");
  });
  await page.route(/payment\.|refund\.(?!start)/, (route) => route.abort());
  await page.route(
    /refund\.start/,
    async (route) => {
      const origin = { origin: sandbox.apiUrl, "sec-fetch-site": "same-origin" };
      await route.fetch({ headers: { ...route.request().headers(), ...origin } });
      await route.abort();
    },
    { times: 1 },
  );
  const dialog = page.getByRole("dialog", { name: "Void this payment" });
  const confirm = dialog.getByRole("button", { name: `Void ${shown(payment.amount)}` });
  await page.getByRole("button", { name: "Void", exact: true }).click();
  await confirm.click();
  await expect(dialog.getByRole("alert")).toContainText("The outcome of the refund is not known");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Void", exact: true }).click();
  await confirm.click();
  await expect(dialog.getByRole("alert")).toContainText(`${shown(payment.amount)} voided`);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});
