import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/**
 * The script of axe, in the form that a page reads fastest, and `__name`: where tsx runs this file, its compiler has
 * marked the functions below with calls of it.
 */
const script = `${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")}
globalThis.__name = (named) => named;`;

/** The rules of axe whose result depends on colours. They take most of its time. */
const colourRules: readonly string[] = ["color-contrast", "link-in-text-block"];

/** Expects no violation of axe's default rules, or only of those about colours. */
export async function expectNoViolation(page: Page, which: "all" | "colours" = "all"): Promise<void> {
  expect(page.frames(), "axe does not see what is inside a frame").toHaveLength(1);
  // Loading axe takes longer than its rules need on a small page, so each document loads it once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(script);
  expect(await page.evaluate(findViolations, { colourRules: [...colourRules], which })).toEqual([]);
}

/** Runs axe in the page, and describes each violation with its elements. */
async function findViolations(asked: { colourRules: string[]; which: "all" | "colours" }): Promise<string[]> {
  // While a colour changes gradually, its contrast says nothing.
  const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(changing.map(({ finished }) => finished));
  const { axe: loaded } = window as unknown as { axe: typeof axe };
  const run = async (context: axe.ElementContext, options: axe.RunOptions): Promise<string[]> => {
    const { violations } = await loaded.run(context, { resultTypes: ["violations"], ...options });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  };

  const states = [":checked", ":disabled", ":focus", ":hover", ":indeterminate", ":invalid", ":placeholder-shown"];
  /** Describes all of an element by which style sheets give colours: its tag, attributes, state and children. */
  const describe = (element: Element): string => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      /^(class|style|type|role|data-|aria-(?!label$))/.test(name) ? `${name}=${value}` : name,
    );
    const now = states.filter((state) => element.matches(state));
    return `${element.tagName} ${[...attributes, ...now].join(" ")} (${[...element.children].map(describe).join()})`;
  };
  /** Describes the place of an element among its siblings: the first, the last, an even or an odd one. */
  const place = ({ previousElementSibling: before, nextElementSibling: after, parentElement }: Element): string =>
    `${before === null} ${after === null} ${[...(parentElement?.children ?? [])].indexOf(before as Element) % 2}`;
  /** Finds the rows that have the colours of a row before them: they differ by their texts only. */
  const findRepeatedRows = (): Element[] => {
    const seen = new Map<Element | null, Set<string>>();
    return [...document.querySelectorAll("tbody > tr, li")].filter((row) => {
      const known = seen.get(row.parentElement) ?? new Set();
      seen.set(row.parentElement, known);
      const description = `${place(row)} ${describe(row)}`;
      const isKnown = known.has(description);
      known.add(description);
      return isKnown;
    });
  };

  const others = Object.fromEntries(asked.colourRules.map((id) => [id, { enabled: false }]));
  return [
    ...(asked.which === "all" ? await run(document, { rules: others }) : []),
    ...(await run({ exclude: findRepeatedRows() }, { runOnly: asked.colourRules })),
  ];
}
