import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { newAccount, newColleague } from "../support/colleague";
import { ask } from "../support/http";
import { chooseFilter } from "../support/list";
import { expectAccessible, expectNoSidewaysScroll, openPanel, type PanelLook } from "../support/panel";
import { callProcedure } from "../support/procedure";
import { sandbox } from "../support/product";
import type { User } from "../support/sandbox";

const password = "a long walk by the sea";
const newEmail = () => `${randomUUID()}@team.test`;

/** Opens the team screen as the owner of a new account, whose lists are short; axe takes long for many rows. */
async function openTeam(browser: Browser, look: PanelLook = {}) {
  const account = await newAccount();
  const { language, width } = look;
  const owner = await openPanel(browser, await newColleague("owner", account), {
    language,
    width,
    path: "/panel/team",
  });
  return { account, owner };
}

/** Invites a user on the screen; returns the invitation link. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Role").selectOption(role);
  await dialog.getByRole("button", { name: "Create invitation link" }).click();
  const link = await dialog.getByLabel("Invitation link").inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("table").getByText(email)).toBeVisible();
  return link;
}

async function openInvitation(browser: Browser, link: string, options = {}): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", baseURL: sandbox.apiUrl, ...options });
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

async function accept(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Join the team" }).click();
  await page.waitForURL((url) => url.pathname === "/panel");
}

/** The navigation entries of each role, and some procedures that are refused to it. */
const roles = {
  owner: { places: ["Team", "Developers", "Payouts", "Refund approvals"], hidden: [], refused: [] },
  developer: {
    places: ["Developers", "Payments"],
    hidden: ["Team", "Payouts", "Refund approvals"],
    refused: ["team.list", "payout.due", "refund.list", "audit.list"],
  },
  finance: {
    places: ["Payouts", "Refund approvals"],
    hidden: ["Team", "Developers"],
    refused: ["team.list", "key.list", "audit.list"],
  },
  support: {
    places: ["Payments", "Payment links"],
    hidden: ["Team", "Developers", "Payouts", "Refund approvals"],
    refused: ["team.list", "key.list", "refund.list", "audit.list"],
  },
} as const;

for (const [role, { places, hidden, refused }] of Object.entries(roles)) {
  test(`a user who is invited as ${role} joins, sees what the role may see, and is refused the rest`, async ({
    browser,
  }) => {
    const { owner } = await openTeam(browser);
    const email = newEmail();
    const link = await invite(owner, email, role);
    const page = await openInvitation(browser, link);
    await expect(page.getByText(email)).toBeVisible();
    await accept(page, `New ${role}`);
    const leads = page.getByRole("navigation").getByRole("link");
    for (const name of places) await expect(leads.filter({ hasText: name }).first()).toBeVisible();
    for (const name of hidden) await expect(leads.filter({ hasText: new RegExp(`^${name}`) })).toHaveCount(0);
    for (const path of refused) {
      expect(await callProcedure(page, path, {}), path).toMatchObject({ status: 403, code: "access_denied" });
    }
    const changes = await callProcedure(page, "team.invite", { email: newEmail(), role: "owner" }, "POST");
    expect(changes.status).toBe(role === "owner" ? 200 : 403);
    if (role !== "owner") {
      await page.goto("/panel/team");
      await expect(page.getByText("You may not see this screen")).toBeVisible();
      await owner.goto("/panel/team/audit");
      const refusal = owner.getByRole("row").filter({ hasText: email }).filter({ hasText: "Refused" });
      await expect(refusal.filter({ hasText: "Invited a colleague" }).first()).toBeVisible();
    }
  });
}

test("an invitation works once, requires a good password, and its token is never part of a requested URL", async ({
  browser,
}) => {
  const { owner } = await openTeam(browser);
  const link = await invite(owner, newEmail(), "support");
  const [, token = ""] = link.split("#");
  expect(token).toHaveLength(43);
  const page = await openInvitation(browser, "about:blank");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(link);
  await page.getByLabel("Your name").fill("Weak");
  await page.getByLabel("Password", { exact: true }).fill("password1");
  await page.getByRole("button", { name: "Join the team" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "one of those that are tried first" })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await accept(page, "Strong");
  // A browser never sends the part after `#`, but Playwright shows it in the document's address.
  expect(asked.filter((url) => url.split("#")[0]?.includes(token))).toEqual([]);
  const second = await openInvitation(browser, link);
  await expect(second.getByText("This invitation is not valid any more")).toBeVisible();
  await expectAccessible(second);
  for (const [origin, status] of [
    ["https://evil.example", 403],
    [sandbox.apiUrl, 404],
  ] as const) {
    const answer = await second.request.post("/panel/invitation/look", {
      data: { token },
      failOnStatusCode: false,
      headers: { origin, "x-vezne-page": "1" },
    });
    expect(answer.status()).toBe(status);
  }
});

test("a revoked invitation does not work", async ({ browser }) => {
  const { owner } = await openTeam(browser);
  const email = newEmail();
  const link = await invite(owner, email, "finance");
  await owner.getByRole("button", { name: `Take back: ${email}` }).click();
  await expect(owner.getByText(`The invitation to ${email} was taken back.`)).toBeVisible();
  const page = await openInvitation(browser, link);
  await expect(page.getByText("This invitation is not valid any more")).toBeVisible();
});

interface Member {
  readonly userId: string;
  readonly email: string;
}

test("a new role applies from the next request; a removed user is signed out at once", async ({ browser }) => {
  const { account, owner } = await openTeam(browser);
  const colleague: User = await newColleague("finance", account);
  const page = await openPanel(browser, colleague);
  expect((await callProcedure(page, "refund.toDecide")).status).toBe(200);
  await owner.reload();
  await owner.getByRole("button", { name: `Change role: ${colleague.email}` }).click();
  await owner.getByRole("dialog").getByLabel("Role").selectOption("support");
  await expectAccessible(owner);
  await owner.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText(`${colleague.email} is now: Support.`)).toBeVisible();
  expect((await callProcedure(page, "refund.toDecide")).status).toBe(403);

  const { data: team } = await callProcedure(owner, "team.list");
  const handedTo = (team as Member[]).filter(({ email }) => email === colleague.email).map(({ userId }) => userId);
  const { data: key } = await callProcedure(owner, "key.create", { name: "Depo", handedTo }, "POST");
  const statusOfKey = async () => {
    const headers = { Authorization: `Bearer ${(key as { apiKey: string }).apiKey}` };
    return (await ask(sandbox.apiUrl, "/v1/payment-acceptance-status", { headers })).status;
  };
  expect(await statusOfKey()).toBe(200);
  await owner.getByRole("button", { name: `Remove: ${colleague.email}` }).click();
  await expect(owner.getByRole("checkbox", { name: /^Revoke Depo/ })).toBeChecked();
  await expectAccessible(owner);
  await owner.getByRole("dialog").getByRole("button", { name: "Remove from the team" }).click();
  await expect(owner.getByText(`${colleague.email} was removed`)).toBeVisible();
  expect(await statusOfKey(), "the colleague knew the key").toBe(401);
  expect((await callProcedure(page, "home.get")).status).toBe(401);
  await page.goto("/panel");
  await expect(page).toHaveURL(/\/panel\/sign-in/);
});

test("the audit log shows who did what with which result, and its filters are kept in the address", async ({
  browser,
}) => {
  const user = await newColleague("owner", await newAccount());
  const page = await openPanel(browser, user, { path: "/panel/team/audit" });
  const email = newEmail();
  await callProcedure(page, "team.invite", { email, role: "support" }, "POST");
  await callProcedure(page, "team.remove", { userId: "usr_nobody" }, "POST");
  await page.reload();
  await chooseFilter(page, "Who", user.email);
  await chooseFilter(page, "What", "Team");
  await expect(page).toHaveURL(/actor=.*area=team/);
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("Removed somebody from the team");
  await expect(rows.nth(1)).toContainText("Refused");
  await expect(rows.nth(2)).toContainText("Done");
  await page.getByRole("button", { name: "Details: Invited a colleague" }).click();
  await expect(page.getByRole("dialog")).toContainText(email);
  await expect(page.getByRole("dialog")).toContainText("team.invite");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(rows).toHaveCount(3);
});

for (const language of ["tr", "en"] as const) {
  test(`the team's screens are accessible and fit a phone and a wide screen (${language})`, async ({ browser }) => {
    const titles = { tr: ["Ekip", "Denetim kaydı"], en: ["Team", "Audit log"] }[language];
    const { account, owner: page } = await openTeam(browser, { language, width: 390 });
    for (const role of ["developer", "finance", "support"]) await newColleague(role, account);
    await callProcedure(page, "team.invite", { email: newEmail(), role: "support" }, "POST");
    await callProcedure(page, "team.remove", { userId: "usr_nobody" }, "POST");
    // The second address has filters that are set, whose pills take the most space above the log.
    for (const [n, path] of ["/panel/team", "/panel/team/audit?area=team&span=last_30_days"].entries()) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(titles[n] ?? "");
      await expect(page.getByRole("table").first()).toBeVisible();
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
    }
  });
}
