import { expect, test } from "../support/browser";
import { readMail } from "../support/mail";
import { expectAccessible, expectNoSidewaysScroll } from "../support/panel";
import { callStaffProcedure } from "../support/procedure";
import { sandbox } from "../support/product";
import { openStaff } from "../support/staff";

test("an auditor is invited by mail, joins, reads everything, and can change nothing", async ({ browser }) => {
  const page = await openStaff(browser, "/staff/people");
  const email = `denetci-${crypto.randomUUID().slice(0, 8)}@vezne.test`;
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill("not an address");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Role").selectOption("auditor");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`An invitation was sent to ${email}.`)).toBeVisible();

  const { text } = await readMail(email, "You are invited to the Vezne back-office");
  const link = /https?:\/\/\S+\/staff\/invitation#\S+/.exec(text)?.[0] ?? "";
  const context = await browser.newContext({ locale: "tr-TR", viewport: { width: 390, height: 844 } });
  const theirs = await context.newPage();
  await theirs.goto(link);
  await expect(theirs.getByText("Denetçi")).toBeVisible();
  await expectAccessible(theirs);
  await theirs.getByLabel("Adınız").fill("Zeynep Arıkan");
  await theirs.getByLabel("Yeni parola", { exact: true }).fill("uzun ve sakin bir yürüyüş");
  await theirs.getByRole("button", { name: "Katıl" }).click();
  await theirs.waitForURL((url) => url.pathname === "/staff");

  await theirs.setViewportSize({ width: 1440, height: 900 });
  for (const place of ["Personel", "Onaylar", "Denetim kaydı", "Ödemeler", "BIN tablosu"]) {
    await theirs.getByRole("navigation", { name: "Yönetim" }).getByRole("link", { name: place, exact: true }).click();
    await expect(theirs.getByRole("heading", { level: 1, name: place })).toBeVisible();
  }
  await theirs.goto(new URL("/staff/partners/prt_demo", sandbox.apiUrl).href);
  await expect(theirs.getByRole("heading", { name: "Son 30 gün" })).toBeVisible();
  for (const change of [/durdur/, /Askıya al/, /kapat/, /gözüyle bak/]) {
    await expect(theirs.getByRole("main").getByRole("button", { name: change })).toHaveCount(0);
  }
  const hold = { partnerId: "prt_demo", revision: 0, reason: "x", holdReason: "risk_review" };
  for (const [path, input] of [
    ["partner.hold", hold],
    ["people.invite", { email: "x@vezne.test", role: "admin" }],
    ["approval.reject", { changeId: "chg_x", note: "x" }],
    ["viewing.start", { partnerId: "prt_demo", reason: "x" }],
  ] as const) {
    expect(await callStaffProcedure(theirs, path, input), path).toMatchObject({ code: "access_denied" });
  }
  await theirs.goto(link);
  await expect(theirs.getByText("Davet geçerli değil")).toBeVisible();
  await context.close();

  // The administrator gives another role, and removes the colleague again.
  await page.reload();
  const manage = page.getByRole("button", { name: "Manage: Zeynep Arıkan" });
  await manage.click();
  await page.getByRole("button", { name: "Change role" }).click();
  await dialog.getByLabel("Role").selectOption("support");
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Reason").fill("Moves to the support team");
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByText("Zeynep Arıkan now has the role Support.")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await manage.click();
  await page.getByRole("button", { name: "Remove" }).click();
  await dialog.getByLabel("Reason").fill("Left the company");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Zeynep Arıkan was removed.")).toBeVisible();
  await expect(manage).toHaveCount(0);
});
