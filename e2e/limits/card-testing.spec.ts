import { randomInt } from "node:crypto";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectNoViolation } from "../support/axe";
import type { Ask } from "../support/http";
import { submitCard } from "../support/link-buyer";
import { type Link, Merchant } from "../support/merchant";
import { openSandbox, type User } from "../support/sandbox";

// Card testing on a link (S34), on the instance of `link-limits.spec.ts`, whose thresholds are not multiplied. Every
// card comes from another address, as those of a botnet do.
const sandbox = openSandbox("E2E_LINK_LIMITS_SANDBOX");
const { hostRestricted } = sandbox.partners;
const merchant = new Merchant(sandbox.apiUrl, hostRestricted);
const from = (): string => `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}`;
const asked = (accept: string, language = "tr"): Ask => ({
  from: from(),
  headers: { Accept: accept, "Accept-Language": language },
});

const cardWith = (outcome: string) => {
  const card = sandbox.cards.find((one) => one.outcome === outcome);
  if (!card) throw new Error(`No card is ${outcome}`);
  return card;
};
const [refused, good] = [cardWith("declined_at_start"), cardWith("approved")];

const newLink = async (): Promise<Link> => {
  const answer = await merchant.createLink({ terminalId: hostRestricted.terminals.posnet }, { from: from() });
  expect(answer.status, answer.text).toBe(201);
  return answer.json();
};

/** Signs in by a form in a browser of its own and opens a page. */
async function openAs(browser: Browser, door: "panel" | "staff", user: User, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: sandbox.panelUrl, locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(`/${door}/sign-in?next=${encodeURIComponent(path)}`);
  await page.getByLabel("E-mail", { exact: true }).fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname === path);
  return page;
}

test("429 with Retry-After after 21 refused cards on a link, as a page and as JSON; another link takes money, and merchant and staff are told", async ({
  browser,
  page,
}) => {
  const [link, other] = [await newLink(), await newLink()];
  for (let n = 1; n <= 21; n += 1) {
    const answer = await submitCard(link, { card: refused }, asked("application/json"));
    expect([answer.status, answer.json().error.code], `card ${n}`).toEqual([422, "payment_declined"]);
  }
  const json = await submitCard(link, { card: good }, asked("application/json"));
  expect([json.status, json.json().error.code]).toEqual([429, "rate_limited"]);
  expect(Number(json.headers["retry-after"])).toBeGreaterThan(200);
  expect(Number(json.headers["retry-after"])).toBeLessThanOrEqual(300);
  const turkish = await submitCard(link, { card: good }, asked("text/html"));
  expect([turkish.status, Number(turkish.headers["retry-after"]) > 200]).toEqual([429, true]);
  expect(turkish.text).toContain("Güvenlik nedeniyle şu anda kart kabul edilmiyor.");
  expect(turkish.text).toContain("5 dakika sonra yeniden deneyin.");
  await page.setContent(
    (await submitCard(link, { card: good, fields: { lang: "en" } }, asked("text/html", "en"))).text,
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Card payments are paused for a moment");
  await expect(page.getByText("This attempt took no money from your card.")).toBeVisible();
  await expectNoViolation(page);
  expect((await submitCard(other, { card: good }, asked("text/html"))).status, "another link").toBe(200);

  const owner = hostRestricted.users.find(({ role }) => role === "owner") as User;
  const panel = await openAs(browser, "panel", owner, "/panel");
  const item = panel.getByRole("listitem").filter({ hasText: "Unusually many card attempts are refused" });
  const told = item.getByRole("link", { name: `Link ${link.partnerReference}: 21 card attempts refused` });
  await expect(told).toHaveAttribute("href", `/panel/links/${link.id}`);
  await expect(item).toContainText(/Cards are accepted again at \d\d:\d\d\./);
  await expectNoViolation(panel);
  const staff = await openAs(browser, "staff", sandbox.staff[0] as User, "/staff/alerts");
  await expect(staff.getByRole("row").filter({ hasText: link.id })).toContainText("Suspected card testing");
});
