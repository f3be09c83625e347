import type { Page } from "@playwright/test";
import { expectNoViolation } from "../support/axe";
import { expect, test } from "../support/browser";
import { expectNoSidewaysScroll, type Language } from "../support/panel";
import { sandbox } from "../support/product";
import { openStaff } from "../support/staff";
import { staffScreens } from "../support/staff-screens";

/** How a screen is reached: its document is loaded, or the page that is open leads to it as a link does. */
type Way = (page: Page, address: string) => Promise<unknown>;

const load: Way = (page, address) => page.goto(new URL(address, sandbox.apiUrl).href);

const follow: Way = async (page, address) => {
  await page.evaluate((to) => {
    const { next } = window as unknown as { next: { router: { push(address: string): void } } };
    next.router.push(to);
  }, address);
  await page.waitForURL((url) => url.pathname === address);
};

const looks = [
  { name: "a phone, dark, Turkish", language: "tr", width: 390, colorScheme: "dark", open: follow },
  { name: "a desktop, light, English", language: "en", width: 1440, colorScheme: "light", open: load },
] as const satisfies { name: string; language: Language; width: number; colorScheme: "light" | "dark"; open: Way }[];

for (const { name, language, width, colorScheme, open } of looks) {
  test(`every screen of the back-office is accessible, whole and without errors: ${name}`, async ({ browser }) => {
    const page = await openStaff(browser, "/staff/security", { language, width });
    await page.emulateMedia({ colorScheme });
    const errors = collectErrors(page);
    for (const { path, heading } of staffScreens) {
      const address = typeof path === "string" ? path : await path();
      await test.step(address, async () => {
        await open(page, address);
        await expect(page.getByRole("heading", { level: 1, name: heading[language], exact: true })).toBeVisible();
        await expect(page.locator(".animate-pulse"), "placeholders of data").toHaveCount(0);
        await expectNoSidewaysScroll(page);
        await expectNoViolation(page);
        expect(await page.locator("main").innerText(), "keys of missing messages").not.toMatch(messageKey);
        expect(errors.splice(0), "errors in the console").toEqual([]);
      });
    }
  });
}

/** What is shown for a message that the catalogue does not have. */
const messageKey = /\b(?:staff|shared|panel)\.[a-z]+[A-Za-z.]*/;

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}
