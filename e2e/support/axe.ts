import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/** The script of axe, in the form that a page reads fastest. */
const script = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of axe whose result depends on colours. */
export const colourRules: readonly string[] = ["color-contrast", "link-in-text-block"];

/** Expects no violation of axe's default rules, or of those that are named. */
export async function expectNoViolation(page: Page, rules?: readonly string[]): Promise<void> {
  expect(page.frames(), "axe does not see what is inside a frame").toHaveLength(1);
  // Loading axe takes longer than its rules need on a small page, so each document loads it once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(script);
  expect(await page.evaluate(findViolations, rules ? [...rules] : null)).toEqual([]);
}

/** Runs axe in the page, and describes each violation with its elements. */
async function findViolations(rules: string[] | null): Promise<string[]> {
  // While a colour changes gradually, its contrast says nothing.
  const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(changing.map(({ finished }) => finished));
  const { axe: loaded } = window as unknown as { axe: typeof axe };
  const { violations } = await loaded.run(document, {
    resultTypes: ["violations"],
    ...(rules && { runOnly: rules }),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
