import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser";
import { newAccount } from "../support/colleague";
import { callStaffProcedure } from "../support/procedure";
import { sandbox } from "../support/product";
import { findStaff, openStaff } from "../support/staff";

const [first, second] = ["TR330006100519786457841326", "TR320010009999901234567890"] as const;

/** Opens the profile of a merchant and proposes another IBAN by its form. */
async function proposeIban(page: Page, partnerId: string, iban: string): Promise<void> {
  await page.goto(new URL(`/staff/partners/${partnerId}/profile`, sandbox.apiUrl).href);
  await page.getByRole("button", { name: "Change the IBAN" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("IBAN", { exact: true }).fill(iban);
  await dialog.getByLabel("Reason").fill("A letter of the bank is in the archive");
  await dialog.getByRole("button", { name: "Save the IBAN" }).click();
  await expect(dialog).toBeHidden();
}

const openChange = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "IBAN change" })).toBeVisible();
};

test("an IBAN is proposed, rejected with a reason, proposed again, and approved once by another person", async ({
  browser,
}) => {
  const { partnerId } = await newAccount();
  const proposer = await openStaff(browser, "/staff/approvals");
  // The first IBAN of a sandbox's account counts at once.
  const made = { partnerId, revision: 0, iban: first, reason: "The first one" };
  expect(await callStaffProcedure(proposer, "partner.setIban", made)).toMatchObject({ code: null });

  await proposeIban(proposer, partnerId, second);
  await proposer.getByRole("link", { name: "Open the proposal" }).click();
  await proposer.waitForURL(/\/staff\/approvals\/chg_/);
  await expect(proposer.getByText("You proposed this change. Somebody else has to decide on it.")).toBeVisible();
  await expect(proposer.getByRole("button", { name: "Approve" })).toHaveCount(0);
  const changeId = proposer.url().split("/").at(-1) ?? "";
  const own = await callStaffProcedure(proposer, "approval.approve", { changeId });
  expect(own.code).toBe("second_person_required");

  const other = await openStaff(browser, "/staff/approvals", { user: findStaff("second@vezne.test") });
  await openChange(other, proposer.url());
  // A whole IBAN is shown to no person, not even to the one who decides.
  await expect(other.getByRole("main")).toContainText("TR32 **** **** **** **** **78 90");
  await other.getByRole("button", { name: "Reject" }).click();
  const dialog = other.getByRole("dialog");
  await dialog.getByRole("button", { name: "Reject" }).click();
  const note = dialog.getByRole("textbox");
  await expect(note).toHaveAttribute("aria-invalid", "true");
  await note.fill("4355 0800 0000 0005");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(note).toHaveAttribute("aria-invalid", "true");
  await note.fill("The letter names another company");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(other.getByText("Rejected", { exact: true })).toBeVisible();
  await proposer.reload();
  await expect(proposer.getByText("The letter names another company")).toBeVisible();

  await proposeIban(proposer, partnerId, second);
  await proposer.getByRole("link", { name: "Open the proposal" }).click();
  await proposer.waitForURL(/\/staff\/approvals\/chg_/);
  const third = await openStaff(browser, "/staff/approvals", { user: findStaff("operations@vezne.test") });
  for (const page of [other, third]) {
    await openChange(page, proposer.url());
    await page.getByRole("button", { name: "Approve" }).click();
  }
  await Promise.all(
    [other, third].map((page) => page.getByRole("dialog").getByRole("button", { name: "Approve" }).click()),
  );
  for (const page of [other, third]) await expect(page.getByText("Approved", { exact: true })).toBeVisible();
  const told = await Promise.all(
    [other, third].map((page) => page.getByText("Somebody else decided before you").count()),
  );
  expect(told.filter((count) => count > 0)).toHaveLength(1);
  await other.goto(new URL(`/staff/partners/${partnerId}/profile`, sandbox.apiUrl).href);
  await expect(other.getByText("TR32 **** **** **** **** **78 90")).toBeVisible();
});
