import { expect, test } from "../support/browser";
import { postForm } from "../support/buyer";
import { sandbox } from "../support/product";
import { openStaff } from "../support/staff";

test("staff compare the pages now, see that they are authorised and equal, and read what browsers reported", async ({
  browser,
}) => {
  const document = `${sandbox.payUrl}/l/${"x".repeat(43)}`;
  const report = {
    "effective-directive": "font-src",
    "blocked-uri": "https://fonts.example/a",
    "document-uri": document,
  };
  const sent = await postForm(`${sandbox.payUrl}/csp-report`, JSON.stringify({ "csp-report": report }), {
    headers: { "Content-Type": "application/csp-report" },
  });
  expect(sent.status).toBe(204);
  const page = await openStaff(browser, "/staff/pages", { language: "en" });
  await expect(page.getByText("A sandbox authorises its own release at its start.")).toBeVisible();
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("Check completed: all pages are equal.")).toBeVisible();
  const checks = page.getByRole("table", { name: "Last check" });
  await expect(checks.getByRole("row", { name: /^Card form Equal/ })).toBeVisible();
  await expect(checks.getByRole("row").filter({ hasText: "Equal" })).toHaveCount(8);
  const reports = page.getByRole("table", { name: "Browser reports, the latest first" });
  await expect(reports.getByRole("row", { name: /https:\/\/fonts\.example font-src .*\/l\/\[…\]/ })).toBeVisible();
});
