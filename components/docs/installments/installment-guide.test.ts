import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { unescapeHtml } from "../guide/unescape-html";
import { InstallmentGuide } from "./installment-guide";

type Props = Parameters<typeof InstallmentGuide>[0];
const apiOrigin = "http://localhost:3000";
const render = (changes: Partial<Props> = {}) =>
  renderToStaticMarkup(createElement(InstallmentGuide, { language: "en", apiOrigin, hasSandbox: true, ...changes }));

/** Returns the cells of each row of the table with this caption. */
function readRows(html: string, caption: string): string[][] {
  const table = html.split("<table").find((one) => one.includes(`<caption>${caption}`)) ?? "";
  const body = /<tbody>(.*?)<\/tbody>/s.exec(table)?.[1] ?? "";
  return body
    .split("</tr>")
    .slice(0, -1)
    .map((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => cell));
}

/** Parses every JSON text of the page. */
const answersIn = (html: string) =>
  [...unescapeHtml(html).matchAll(/<pre[^>]*>(\{.*?\})<\/pre>/gs)].map(([, json = ""]) => JSON.parse(json));

describe.each(["tr", "en"] as const)("the guide in %s", (language) => {
  const html = render({ language });

  test.each(["mjs", "php", "py"])("shows the tested installments.%s and links to it as a file", (ending) => {
    const text = readFileSync(new URL(`../samples/installments.${ending}`, import.meta.url), "utf8");
    expect(unescapeHtml(html)).toContain(text);
    expect(html).toContain(`href="/docs/installments/installments.${ending}"`);
  });
  test("shows no backtick outside the programs", () => expect(html.replace(/<pre.*?<\/pre>/gs, "")).not.toContain("`"));
  test("links every entry of its contents to a section", () => {
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets).toHaveLength(6);
    for (const id of targets) expect(html).toContain(`<section id="${id}"`);
  });
  test("has as many cells in each table row as heads", () => {
    const tables = html.split("<table").slice(1);
    expect(tables).toHaveLength(5);
    for (const table of tables) {
      const heads = table.match(/scope="col"/g)?.length;
      const rows = table.split("<tbody>")[1]?.split("</tr>").slice(0, -1) ?? [];
      expect(rows.length).toBeGreaterThan(2);
      for (const row of rows) expect(row.match(/<t[hd][ >]/g)).toHaveLength(heads ?? 0);
    }
  });
  test("states for each of the four reasons where it appears and whether it uses up an attempt", () => {
    const refusals = readRows(html, language === "tr" ? "Dört neden" : "The four reasons");
    expect(refusals.map(([where = ""]) => /<code>(.*?)<\/code>/.exec(where)?.[1])).toEqual([
      "handoffUrl",
      "POST /v1/payments",
      "handoffUrl",
      "POST /v1/payment-links",
    ]);
    const [first, second, third, fourth] = refusals.map((cells) => cells.at(-1));
    expect([first, second]).toEqual([third, fourth]);
    expect(first).not.toBe(second);
  });
});

describe("the example responses have the fields of the contract", () => {
  const [lookup, overview] = answersIn(render());
  const optionFields = [
    "installmentCount",
    "rateBps",
    "fixedFee",
    "baseAmount",
    "commissionAmount",
    "customerShareAmount",
    "totalAmount",
  ];

  test("for a card", () => {
    expect(Object.keys(lookup)).toEqual(["cardBrand", "cardFamily", "cardBank", "options", "commissionBasis"]);
    expect(lookup.options.map(Object.keys)).toEqual(Array(3).fill(optionFields));
    expect(lookup.options.map((option: { totalAmount: number }) => option.totalAmount)).toEqual([
      128_176, 129_426, 130_677,
    ]);
  });
  test("for the overview", () => {
    expect(Object.keys(overview)).toEqual(["commissionBasis", "maximums", "optionGroups"]);
    for (const { option, source, ...more } of overview.maximums) {
      expect(Object.keys(option)).toEqual(optionFields);
      expect(Object.keys(source)).toEqual(["cardType", "onUs", "cardBrand"]);
      expect(more).toEqual({});
    }
    for (const { options, ...kind } of overview.optionGroups) {
      expect(Object.keys(kind)).toEqual(["cardType", "onUs", "cardBrand", "onUsRequired"]);
      for (const option of options) expect(Object.keys(option)).toEqual(optionFields);
    }
  });
  test("with every value of onUsRequired, and a maximum that is the highest of several prices of its count", () => {
    const groups = overview.optionGroups as { onUsRequired: boolean | null }[];
    expect(new Set(groups.map(({ onUsRequired }) => onUsRequired))).toEqual(new Set([true, false, null]));
    const rates = overview.maximums.map(({ option }: { option: { rateBps: number } }) => option.rateBps);
    expect(rates).toEqual([250, 350, 450]);
  });
});

test("the worked examples have the amounts of D-29 and D-30", () => {
  expect(readRows(render(), "What the look-ups answer").map((cells) => cells.join(" "))).toEqual([
    "125050 250 – 0 3126 0 125050",
    "125050 250 – 5000 3126 1563 126613",
    "125050 250 – 10000 3126 3126 128176",
    "100000 350 100 5000 3600 1800 101800",
    "399 250 – 10000 9 9 408",
    "1 250 – 10000 0 0 1",
  ]);
  expect(readRows(render(), "The rows above as payment links").map((cells) => cells.join(" "))).toEqual([
    "125050 0 3126 121924 3126 121924",
    "126613 1563 3165 123448 3126 123487",
    "128176 3126 3204 124972 3126 125050",
    "101800 1800 3663 98137 3600 98200",
    "408 9 10 398 9 399",
    "1 0 0 1 0 1",
  ]);
  expect(unescapeHtml(render())).toContain("<code>42726</code>, then 2 × <code>42725</code>");
});

test("passing the commission on one to one leaves less than the price; the exact amount leaves the price", () => {
  const rows = readRows(render(), "Both ways");
  expect(rows[0]).toEqual(["125050", "250", "–", "128176", "124972", "128256", "125050"]);
  for (const [price, , , , oneToOneLeaves, , exactLeaves] of rows) {
    expect(Number(oneToOneLeaves)).toBeLessThan(Number(price));
    expect(exactLeaves).toBe(price);
  }
});

test.each([
  ["en", "TRY 1,306.77", "TRY 435.59"],
  ["tr", "1.306,77 TL", "435,59 TL"],
] as const)("shows the highest total and its first month as the “up to” price in %s", (language, total, month) => {
  const caption = language === "en" ? "Prices “up to”" : "1.250,50 TL için “en çok”";
  expect(readRows(render({ language }), caption).at(-1)).toEqual(["3", month, total]);
});

test("does not mention a sandbox where the installation has none", () => {
  expect(render()).toContain(`${apiOrigin}/sandbox/terminals`);
  expect(render({ hasSandbox: false })).not.toMatch(/\/sandbox\/|id="sandbox"|test-cards/);
});
