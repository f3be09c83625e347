import sharp from "sharp";
import { expect, test } from "../support/browser";
import { ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { expectAccessible, expectNoSidewaysScroll, findUser, openPanel } from "../support/panel";
import { sandbox } from "../support/product";
import { openStaff } from "../support/staff";

const { other } = sandbox.partners;
const draw = (colour: string) =>
  sharp({ create: { width: 300, height: 100, channels: 3, background: colour } })
    .png()
    .toBuffer();

test("a logo is uploaded, refused with a reason, uploaded again, approved, and seen by buyers without a script", async ({
  browser,
}) => {
  const owner = await openPanel(browser, findUser("owner", other), { path: "/panel/account" });
  const dialog = owner.getByRole("dialog");
  const upload = async (name: string, mimeType: string, buffer: Buffer) => {
    await owner.getByRole("button", { name: "Upload a new logo" }).click();
    await dialog.getByLabel("Picture file").setInputFiles({ name, mimeType, buffer });
    await dialog.getByRole("button", { name: "Send for approval" }).click();
  };
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await upload("logo.png", "image/png", svg);
  await expect(dialog.getByText("This file is not a PNG, JPEG or WebP picture.")).toBeVisible();
  await dialog
    .getByLabel("Picture file")
    .setInputFiles({ name: "l.png", mimeType: "image/png", buffer: Buffer.alloc(600_000) });
  await expect(dialog.getByText("The file is larger than 512 kB.")).toBeVisible();
  await expectAccessible(owner);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await upload("logo.png", "image/png", await draw("#b3261e"));
  await expect(owner.getByText("Your new logo is waiting for approval").first()).toBeVisible();

  const merchant = new Merchant(sandbox.apiUrl, other);
  const { url } = await merchant.createdLink();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const buyer = await context.newPage();
  const logo = buyer.locator("header img");
  await buyer.goto(url);
  await expect(logo).toHaveCount(0);

  const staff = await openStaff(browser, "/staff/brand-requests");
  const row = staff.getByRole("row", { name: /Logo that Başka Mağaza/ });
  await row.getByRole("button", { name: /^Refuse/ }).click();
  await staff.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
  await expect(staff.getByRole("dialog").getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
  await staff.getByRole("dialog").getByRole("textbox").fill("It is the logo of a bank");
  await staff.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
  await expect(staff.getByRole("dialog")).toBeHidden();
  await expect(row).toHaveCount(0);
  await owner.reload();
  await expect(owner.getByText("It is the logo of a bank")).toBeVisible();

  await upload("logo.png", "image/png", await draw("#0b6e4f"));
  await expect(owner.getByText("Your new logo is waiting for approval").first()).toBeVisible();
  await staff.reload();
  await expectAccessible(staff);
  await row.getByRole("button", { name: /^Approve/ }).click();
  await staff.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(staff.getByRole("dialog")).toBeHidden();
  await expect(row).toHaveCount(0);
  await staff.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(staff);

  await buyer.reload();
  await expect(logo).toBeVisible();
  const path = (await logo.getAttribute("src")) ?? "";
  const { width } = (await logo.boundingBox()) ?? { width: 0 };
  expect(width, "the picture was loaded, and keeps its shape").toBeGreaterThan(100);
  const answer = await ask(sandbox.payUrl, path);
  expect([answer.status, answer.headers["content-type"], answer.headers["cache-control"]]).toEqual([
    200,
    "image/png",
    "public, max-age=31536000, immutable",
  ]);
  expect(answer.headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
  expect((await ask(sandbox.apiUrl, path)).status, "only on the origin of the buyers' pages").toBe(404);
  expect((await ask(sandbox.payUrl, "/logo/lgr_01M8AAMY9X9YKWMRX5NA3A719W.png")).status).toBe(404);

  await owner.reload();
  await owner.getByRole("button", { name: "Remove the logo" }).click();
  await dialog.getByRole("button", { name: "Remove the logo" }).click();
  await expect(owner.getByRole("button", { name: "Remove the logo" })).toHaveCount(0);
  await buyer.reload();
  await expect(logo).toHaveCount(0);
  expect((await ask(sandbox.payUrl, path)).status).toBe(404);
  await context.close();
});
