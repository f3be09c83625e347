import { expect, test } from "../support/browser";
import { advance } from "../support/controls";
import { findUser, openPanel } from "../support/panel";
import { openStaff } from "../support/staff";

/** Formats an instant as the panel does in English: `1 Dec 2026, 00:10`. */
const shown = (at: Date): string =>
  new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "Europe/Istanbul",
  }).format(at);

test("a moved clock is shown with its time on every screen, also on one that was open before", async ({ browser }) => {
  const page = await openPanel(browser, findUser("support"));
  await page.clock.install();
  await page.goto("/panel/payments");
  const { now } = await advance(26 * 3_600);
  const day = shown(new Date(now)).split(",")[0] ?? "";
  // The open page reads the time again once a minute, counted from when its scripts have come.
  await expect(async () => {
    await page.clock.fastForward(61_000);
    await expect(page.getByRole("banner").getByText(`Clock moved to ${day}`)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const staff = await openStaff(browser, "/staff/security");
  await expect(staff.getByRole("banner").getByText(`Clock moved to ${day}`)).toBeVisible();
});
