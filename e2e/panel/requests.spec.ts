import { expect, test } from "../support/browser";
import { chooseFilter, findFilter } from "../support/list";
import { expectAccessible, expectNoSidewaysScroll, findUser, openPanel } from "../support/panel";
import { demo, sandbox } from "../support/product";

/** Makes a request of a shop's server that is refused; returns its trace id. */
async function refusedRequest(code: string): Promise<string> {
  const answer = await fetch(new URL("/v1/payments", sandbox.apiUrl), {
    method: "POST",
    headers: { Authorization: `Bearer ${demo.apiKeys[0]}`, "Content-Type": "application/json" },
    body: JSON.stringify({ amount: -1, partnerTxCode: code, description: "For Ayşe, 4355 0800 0000 0005" }),
  });
  expect(answer.status).toBe(400);
  return answer.headers.get("x-request-id") ?? "";
}

test("finds a refused request by its trace id, shows its error and its card number’s field, and hides personal data", async ({
  browser,
}) => {
  const code = `LOG-${Date.now()}`;
  const traceId = await refusedRequest(code);
  const page = await openPanel(browser, findUser("developer"), { path: "/panel/developers/requests" });
  await expect(page.getByRole("table", { name: "API requests" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Trace id" }).fill(traceId);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(new RegExp(`traceId=${traceId}`));
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(2);
  await rows.getByRole("link", { name: "/v1/payments" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "POST /v1/payments" })).toBeVisible();
  await expect(page.getByText(/amount: must be an integer/)).toBeVisible();
  await expect(page.getByText("Field: description. A card number belongs in the card form only.")).toBeVisible();
  const body = page.locator("pre").filter({ hasText: code });
  await expect(body).toContainText('"description": "[redacted]"');
  expect(await page.content()).not.toMatch(/For Ayşe|0800 0000/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
});

test("keeps applied filters in the address and the focus in place; shows a text when nothing matches, in Turkish on a phone", async ({
  browser,
}) => {
  const page = await openPanel(browser, findUser("owner"), {
    language: "tr",
    width: 390,
    path: "/panel/developers/requests",
  });
  await page.getByRole("button", { name: "Filtreler" }).click();
  await chooseFilter(page, "Sonuç", "Sunucu hatası (5xx)");
  await expect(page).toHaveURL(/status=5xx/);
  await expect(findFilter(page, "Sonuç: Sunucu hatası (5xx)")).toBeFocused();
  const trace = page.getByRole("searchbox", { name: "İz kimliği" });
  await trace.fill("0".repeat(32));
  await trace.press("Enter");
  await expect(page.getByText("Bu filtrelere uyan istek yok")).toBeVisible();
  await expect(page).toHaveURL(/traceId=0{32}&status=5xx/);
  await expect(trace).toBeFocused();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Tümünü temizle" }).click();
  await expect(page).toHaveURL(/requests$/);
  await expect(findFilter(page, "Sonuç")).toBeVisible();
  await expect(trace).toHaveValue("");
  await expect(trace).toBeFocused();
});

test("finance has no access to the request log", async ({ browser }) => {
  const page = await openPanel(browser, findUser("finance"), { path: "/panel/developers/requests" });
  await expect(page.getByText("You may not see this screen")).toBeVisible();
});
