import { expect as expectOfPlaywright, type Page } from "@playwright/test";
import { generateSync } from "otplib";
import { sandboxShop } from "@/server/sandbox/bank/records/shops";
import { expectNoViolation } from "../support/axe";
import { type Installation, origins } from "./installation";
import { readMailedLink } from "./mails";

/** Also outside Playwright's runner, whose configuration gives conditions as much time. */
const expect = expectOfPlaywright.configure({ timeout: 30_000 });

/** The steps of the back-office on the way to the first payment, as docs/operations.md tells them. */

const office = `${origins.PANEL_ORIGIN}/staff`;

/**
 * Signs in for the first time, replaces the printed password, and sets up an authenticator app. Returns its secret.
 */
export async function signInFirst(page: Page, email: string, printed: string): Promise<string> {
  await page.goto(office);
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(printed);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Choose your own password first")).toBeVisible();
  await page.getByLabel("Present password", { exact: true }).fill(printed);
  await page.getByLabel("New password", { exact: true }).fill("fıstıklı lokum tepside");
  await page.getByRole("button", { name: "Change password" }).click();
  const secret = await setUpApp(page);
  const navigation = page.getByRole("navigation", { name: "Back-office" });
  await expect(navigation.getByRole("link", { name: "Approvals" })).toBeVisible();
  return secret;
}

/** Sets up the authenticator app that a person needs before the other screens open; returns its secret. */
export async function setUpApp(page: Page): Promise<string> {
  await expect(page.getByText("Add a second step for signing in first")).toBeVisible();
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const secret = (await page.getByRole("dialog").locator("code").innerText()).replace(/\s/g, "");
  await page.getByLabel("Code that the app shows").fill(generateSync({ secret }));
  await page.getByRole("button", { name: "Confirm and switch on" }).click();
  await page.getByRole("button", { name: "I have kept them" }).click();
  return secret;
}

/** Accepts the invitation of an owner and creates an API key in the panel; returns the key. */
export async function joinAndMakeKey(page: Page, link: string): Promise<string> {
  await page.goto(link);
  await page.getByLabel("Your name").fill("Ayşe Kuzey");
  await page.getByLabel("Password", { exact: true }).fill("deniz kıyısında kitap");
  await page.getByRole("button", { name: "Join the team" }).click();
  await setUpApp(page);
  await page.goto(`${origins.PANEL_ORIGIN}/panel`);
  await page.getByRole("main").getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Shop");
  await dialog.getByRole("button", { name: "Create key" }).click();
  return page
    .getByRole("dialog")
    .getByText(/^sk_live_/)
    .innerText();
}

/** Asks for the link that proves the address, and confirms on the page to which it leads. */
export async function confirmAddress(page: Page, installation: Installation, email: string): Promise<void> {
  await page.getByRole("button", { name: "Send a link to confirm" }).click();
  await page.goto(await readMailedLink(installation, email, `${office}/address#`));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("status")).toContainText(email);
}

/** Invites a colleague to the back-office; returns the mailed link. */
export async function inviteColleague(page: Page, installation: Installation, email: string): Promise<string> {
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Role").selectOption("operations");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog).toBeHidden();
  return readMailedLink(installation, email, `${office}/invitation#`);
}

/** Joins the back-office by a mailed link; only the own security page is open until an authenticator app is set up. */
export async function join(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Your name").fill("Baran");
  await page.getByLabel("New password", { exact: true }).fill("iki dirhem bir çekirdek");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(page.getByText("Add a second step for signing in first")).toBeVisible();
}

/** Opens the first page of the back-office and expects which of the first steps are still to do. */
export async function expectOpenSteps(page: Page, open: readonly string[]): Promise<void> {
  await page.goto(office);
  const steps = page.getByRole("region", { name: "The first steps" }).getByRole("listitem");
  await expect
    .poll(async () => {
      const lines = (await steps.allInnerTexts()).map((text) => text.split("\n").filter((line) => line.trim() !== ""));
      return lines.filter(([state]) => state === "Open").map(([, title]) => title);
    })
    .toEqual(open);
}

/** Follows the link of a step of the list on the first page. */
export async function followStep(page: Page, step: string): Promise<void> {
  await page.goto(office);
  await page.getByRole("region", { name: "The first steps" }).getByRole("link", { name: step }).click();
}

export async function importBins(page: Page, file: string): Promise<void> {
  await page.getByLabel("CSV file (UTF-8)").setInputFiles(file);
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByLabel("Reason").fill("The first table");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText(/^Imported: /)).toBeVisible();
}

export async function createMerchant(page: Page, name: string, owner: string): Promise<void> {
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await fill("Trading name", name);
  await fill("Legal title", "Kuzey Kitap ve Kırtasiye Ltd. Şti.");
  await fill("Tax number (VKN)", "1234567890");
  await fill("Tax office", "Beşiktaş");
  await fill("Street and number", "Ihlamur Cad. 7");
  await fill("District", "Beşiktaş");
  await fill("City", "İstanbul");
  await page.getByLabel("E-mail of the first owner").fill(owner);
  await page.getByRole("button", { name: "Create merchant" }).click();
  await expect(page.getByLabel("Invitation link", { exact: true })).toHaveValue(/\/panel\/invitation#/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

export async function openAcceptance(page: Page): Promise<void> {
  const required = page.getByRole("row").filter({ hasNotText: "(optional)" });
  const missing = required.getByRole("button").filter({ hasText: "Change" });
  await expect(missing).toHaveCount(6);
  for (const button of await missing.all()) {
    await button.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("State").selectOption("approved");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
  }
  await page.getByRole("button", { name: "Open acceptance" }).click();
  await page.getByLabel("Reason").fill("The documents are complete");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("button", { name: "Hold acceptance" })).toBeVisible();
}

/** Creates a terminal at a bank of the catalogue; returns its id. */
async function createTerminal(page: Page, name: string, bank: string): Promise<string> {
  await page.getByLabel("Bank", { exact: true }).selectOption({ label: bank });
  await page.getByLabel("Name of the terminal").fill(name);
  await page.getByRole("button", { name: "Create the terminal" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Enters the credentials of the bank, which a second person has to approve. */
async function enterCredentials(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole("button", { name: "Enter credentials" }).click();
  const dialog = page.getByRole("dialog");
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByLabel("Reason").fill("The agreement of the merchant with its bank");
  await dialog.getByRole("button", { name: "Seal and save" }).click();
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Diagnoses the connection that is shown, and expects that the doctor finds nothing. */
async function diagnose(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Diagnose/ }).click();
  await expect(page.getByText("Nothing is wrong with the connection")).toBeVisible();
}

/** Opens the change that waits, and approves it by the command that the page shows. */
async function approveAsOperator(page: Page, { run }: Installation): Promise<void> {
  await page.getByRole("link", { name: /^Open the (approval|proposal)$/ }).click();
  await expect(page.getByText("Fewer than two people may decide on it yet")).toBeVisible();
  await expectNoViolation(page);
  const command = await page.locator("code").filter({ hasText: "npm run admin" }).innerText();
  const [, changeId = ""] = /^npm run admin -- approve (chg_\w+) --reason/.exec(command) ?? [];
  expect(await run("admin", "approve", changeId, "--reason", "Compared with the paper")).toContain("is approved.");
}

/** Proposes a first tariff: one price for each kind of card and count that the terminal takes. */
async function proposeTariff(page: Page): Promise<void> {
  const cells = page.getByRole("table").getByRole("textbox");
  await expect(cells).toHaveCount(9);
  const rates = ["2.50", "4.00", "5.00", "8.00", "11.00", "14.00", "1.00", "1.00", "3.50"];
  for (const [index, rate] of rates.entries()) await cells.nth(index).fill(rate);
  await page.getByLabel("Reason").fill("The first prices");
  await page.getByRole("button", { name: "Send for approval" }).click();
}

async function goLive(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Go live", exact: true }).click();
  await expect(page.getByText("In use", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Switch off" })).toBeVisible();
}

/** Creates a terminal at a bank of the catalogue, with credentials, a tariff and a passed doctor. Returns its id. */
export async function bringTerminalLive(page: Page, installation: Installation, bank: string): Promise<string> {
  await followStep(page, "Give it a terminal with credentials");
  const terminalId = await createTerminal(page, "Internet", bank);
  const { clientId, apiUser, apiPassword, storeKey } = sandboxShop.nestpay;
  await enterCredentials(page, {
    "Merchant number (client ID)": clientId,
    "API user": apiUser,
    "API password": apiPassword,
    "3-D Secure key (store key)": storeKey,
  });
  await diagnose(page);
  await approveAsOperator(page, installation);
  await followStep(page, "Give the terminal a tariff");
  await page.getByRole("link", { name: "New tariff" }).click();
  await proposeTariff(page);
  await approveAsOperator(page, installation);
  await followStep(page, "Pass the connection doctor");
  await diagnose(page);
  await goLive(page);
  return terminalId;
}
