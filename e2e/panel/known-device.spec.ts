import { expect, test } from "../support/browser";
import { newColleague } from "../support/colleague";
import { readMail } from "../support/mail";
import { expectAccessible, expectNoSidewaysScroll } from "../support/panel";
import { sandbox } from "../support/product";

test.use({ locale: "tr-TR", viewport: { width: 390, height: 844 } });

test("a person whom strangers' attempts keep out signs in by a mailed link, and stays known to the browser", async ({
  page,
  context,
}) => {
  const user = await newColleague();
  const signIn = async () => {
    await page.getByLabel("E-posta", { exact: true }).fill(user.email);
    await page.getByLabel("Parola", { exact: true }).fill(user.password);
    await page.getByRole("button", { name: "Giriş yap", exact: true }).click();
  };
  await page.goto(`${sandbox.panelUrl}/sign-in`);
  // The answer after a hundred wrong passwords, which the budgets of this instance do not reach.
  const url = `${sandbox.panelUrl}/sign-in?error=device_needed`;
  await page.route("**/callback/credentials", (route) => route.fulfill({ status: 401, json: { url } }));
  await signIn();
  await expect(page.getByText("Bu adresle çok sayıda hatalı giriş denendi.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "E-postama link gönder" }).click();
  await expect(page.getByText("link gönderildi ve bir saat geçerli")).toBeVisible();
  await page.unroute("**/callback/credentials");

  const mail = await readMail(user.email, "Tarayıcınızı tanıtma linkiniz");
  await page.goto(/https?:\S+#\S+/.exec(mail.text)?.[0] ?? "");
  await expect(page.getByRole("heading", { name: "Tarayıcınızı tanıtın" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Bu tarayıcıyı tanıt" }).click();
  await page.getByRole("link", { name: "Giriş yap" }).click();
  const deviceCookie = async () => (await context.cookies()).find(({ name }) => name === "__Host-device-panel");
  const byLink = await deviceCookie();
  expect(byLink).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
  await signIn();
  await page.waitForURL((address) => address.pathname === "/panel");
  const bySignIn = await deviceCookie();
  expect(bySignIn?.value).toBeDefined();
  expect(bySignIn?.value, "a sign-in makes the browser known anew").not.toBe(byLink?.value);
});
