import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { expectAccessible, expectNoSidewaysScroll, findUser, newPanelPage, openPanel } from "../support/panel";
import { sandbox } from "../support/product";
import { openStaff } from "../support/staff";

test("a visitor without a session is sent to the sign-in page, and then to the requested page", async ({ page }) => {
  await page.goto(`${sandbox.panelUrl}/account`);
  await expect(page).toHaveURL(/\/panel\/sign-in\?next=%2Fpanel%2Faccount$/);
});

test("a change of the language keeps what was typed", async ({ browser }) => {
  const page = await openPanel(browser, findUser("owner"), { language: "tr", path: "/panel/links/new" });
  await page.getByLabel("Tutar (TL)").fill("1.250,50");
  await page.getByLabel("Ödeyenin adı").fill("Ayşe");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByLabel("Payer's name")).toHaveValue("Ayşe");
  await expect(page.getByLabel("Amount (TRY)")).toHaveValue("1250.50");
  await expect(page.getByRole("button", { name: "Türkçe" })).toBeFocused();
});

test("the navigation has only the entries that a role may see, in both languages", async ({ browser }) => {
  const page = await openPanel(browser, findUser("support"), { language: "tr" });
  const places = page.getByRole("navigation").getByRole("link");
  await expect(places.filter({ hasText: "Ödemeler" })).toBeVisible();
  await expect(places.filter({ hasText: "Geliştirici" })).toHaveCount(0);
  await page.getByRole("button", { name: "English" }).click();
  await expect(places.filter({ hasText: "Payments" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

/** Opens a page whose scripts are held back. @returns a function that lets them come */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let load = (): void => undefined;
  const mayLoad = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/_next/static/**/*.js", (route) => mayLoad.then(() => route.continue()));
  await page.goto(path, { waitUntil: "commit" });
  return load;
}

/** Records the requests of a page that change something at an address. */
function recordPosts(page: Page, address: RegExp): string[] {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && address.test(request.url())) posts.push(request.url());
  });
  return posts;
}

test("what is clicked or submitted before the scripts have come is done when they have, and once", async ({
  browser,
}) => {
  const inside = await newPanelPage(browser, findUser("owner"), { width: 390 });
  const loadInside = await openWithoutScripts(inside, "/panel");
  await inside.getByRole("button", { name: "Menu" }).click();
  await expect(inside.getByRole("navigation")).toBeHidden();
  loadInside();
  await expect(inside.getByRole("navigation")).toBeVisible();

  const door = await browser.newPage({ locale: "en-GB", baseURL: sandbox.apiUrl });
  const attempts = recordPosts(door, /callback/);
  const loadDoor = await openWithoutScripts(door, "/panel/sign-in");
  const { email, password } = findUser("finance");
  await door.getByLabel("E-mail", { exact: true }).fill(email);
  await door.getByLabel("Password", { exact: true }).fill(password);
  await door.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(door).toHaveURL(/\/panel\/sign-in$/);
  loadDoor();
  await expect(door).toHaveURL(/\/panel$/);
  expect(attempts).toHaveLength(1);
  await door.close();
});

for (const [what, fillShare, share] of [
  ["typed", (page: Page) => page.getByLabel("The buyer's share in percent").fill("37.5"), 3_750],
  ["moved", (page: Page) => page.getByRole("slider").press("End"), 10_000],
] as const) {
  test(`a link that is created before the scripts have come is created once, with the share that was ${what}`, async ({
    browser,
    merchant,
  }) => {
    const page = await newPanelPage(browser, findUser("owner"));
    const created = recordPosts(page, /link\.create/);
    const load = await openWithoutScripts(page, "/panel/links/new");
    await page.getByLabel("Amount (TRY)").fill("1,250.50");
    await fillShare(page);
    await page.getByLabel("Description").fill("Tea set");
    await page.getByRole("button", { name: "Create payment link" }).click();
    load();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The payment link is ready");
    expect(created).toHaveLength(1);
    await page.getByRole("link", { name: "Details of the link" }).click();
    await page.waitForURL(/\/panel\/links\/pl_/);
    const link = await merchant.link(new URL(page.url()).pathname.split("/").at(-1) ?? "");
    expect(link).toMatchObject({ amount: 125_050, customerCommissionShareBps: share, description: "Tea set" });
  });
}

test("a share that is no percentage and was typed before the scripts have come is named, and nothing is created", async ({
  browser,
}) => {
  const page = await newPanelPage(browser, findUser("owner"));
  const created = recordPosts(page, /link\.create/);
  const load = await openWithoutScripts(page, "/panel/links/new");
  await page.getByLabel("Amount (TRY)").fill("1,250.50");
  const share = page.getByLabel("The buyer's share in percent");
  await share.fill("150");
  await page.getByRole("button", { name: "Create payment link" }).click();
  load();
  await expect(share).toBeFocused();
  await expect(share).toHaveAccessibleDescription("Enter a percentage from 0 to 100, with at most two decimals.");
  await expect(share).toHaveValue("150");
  expect(created).toEqual([]);
});

test("what was typed and moved in the calculator before the scripts have come is calculated", async ({ browser }) => {
  const page = await newPanelPage(browser, findUser("support"));
  const load = await openWithoutScripts(page, "/panel/installments");
  await page.getByLabel("Amount").fill("many");
  await page.getByRole("slider").press("End");
  load();
  await expect(page.getByLabel("Amount")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("slider")).toHaveAttribute("aria-valuetext", /\b100\b/);
});

test("what is clicked where a part of the page listens later than its frame is done when it does", async ({
  browser,
}) => {
  const page = await newPanelPage(browser, findUser("owner"));
  let load = (): void => undefined;
  const mayLoad = new Promise<void>((resolve) => {
    load = resolve;
  });
  let held = 0;
  await page.route("**/_next/static/**/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("prepareSecret.mutationOptions")) {
      held += 1;
      await mayLoad;
    }
    await route.fulfill({ response });
  });
  await page.goto("/panel/developers/webhooks", { waitUntil: "commit" });
  const prepare = page.getByRole("button", { name: /^Prepare (a new|another)/ });
  await expect(prepare).toBeVisible();
  await page.waitForFunction(() => !window.repeatEarlyActions);
  await prepare.click();
  expect(held).toBe(1);
  await expect(page.getByRole("dialog")).toBeHidden();
  load();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
});

for (const width of [390, 1440]) {
  test(`every screen says that this is the sandbox, also in the back-office (${width} px)`, async ({ browser }) => {
    const page = await openPanel(browser, findUser("support"), { width });
    for (const path of ["/panel", "/panel/payments", "/panel/security"]) {
      await page.goto(path);
      await expect(page.getByRole("banner").getByText("Sandbox", { exact: true })).toBeVisible();
    }
    const staff = await openStaff(browser, "/staff/security", { language: "tr", width });
    await expect(staff.getByRole("banner").getByText("Deneme ortamı", { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(staff);
  });
}

test("on a phone the menu opens, navigates and closes", async ({ browser }) => {
  const page = await openPanel(browser, findUser("owner"), { width: 390 });
  await page.getByRole("button", { name: "Menu" }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("navigation").getByRole("link", { name: "Account" }).click();
  await expect(page).toHaveURL(/\/panel\/account$/);
  await expect(page.getByRole("navigation")).toBeHidden();
});
