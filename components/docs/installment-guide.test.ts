import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { InstallmentGuide } from "./installment-guide";
import { unescaped } from "./test-markup";

type Props = Parameters<typeof InstallmentGuide>[0];
const apiOrigin = "http://localhost:3000";
const render = (changes: Partial<Props> = {}) =>
  renderToStaticMarkup(
    createElement(InstallmentGuide, { language: "en", apiOrigin, hasSandbox: true, ...changes }),
  );

/** The rows of the table with this caption, cell by cell. */
function rowsOf(html: string, caption: string): string[][] {
  const table = html.split("<table").find((one) => one.includes(`<caption>${caption}`)) ?? "";
  const body = /<tbody>(.*?)<\/tbody>/s.exec(table)?.[1] ?? "";
  return body
    .split("</tr>")
    .slice(0, -1)
    .map((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => cell));
}

/** Each JSON text of the page, parsed. */
const answersIn = (html: string) =>
  [...unescaped(html).matchAll(/<pre[^>]*>(\{.*?\})<\/pre>/gs)].map(([, json = ""]) => JSON.parse(json));

describe.each(["tr", "en"] as const)("the guide in %s", (language) => {
  const html = render({ language });

  test.each(["mjs", "php", "py"])("shows installments.%s as it is tested, and as a file", (ending) => {
    const text = readFileSync(new URL(`./samples/installments.${ending}`, import.meta.url), "utf8");
    expect(unescaped(html)).toContain(text);
    expect(html).toContain(`href="/docs/installments/installments.${ending}"`);
  });
  test("leaves no mark of code behind", () =>
    expect(html.replace(/<pre.*?<\/pre>/gs, "")).not.toContain("`"));
  test("every entry of its contents leads to a section", () => {
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets).toHaveLength(6);
    for (const id of targets) expect(html).toContain(`<section id="${id}"`);
  });
  test("every table has as many cells in a row as heads", () => {
    const tables = html.split("<table").slice(1);
    expect(tables).toHaveLength(5);
    for (const table of tables) {
      const heads = table.match(/scope="col"/g)?.length;
      const rows = table.split("<tbody>")[1]?.split("</tr>").slice(0, -1) ?? [];
      expect(rows.length).toBeGreaterThan(2);
      for (const row of rows) expect(row.match(/<t[hd][ >]/g)).toHaveLength(heads ?? 0);
    }
  });
  test("says where each of the four reasons shows, and which of them use up an attempt", () => {
    const refusals = rowsOf(html, language === "tr" ? "Dört neden" : "The four reasons");
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

describe("the answers are those of the contract", () => {
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

  test("field by field for a card", () => {
    expect(Object.keys(lookup)).toEqual([
      "cardBrand",
      "cardFamily",
      "cardBank",
      "options",
      "commissionBasis",
    ]);
    expect(lookup.options.map(Object.keys)).toEqual(Array(3).fill(optionFields));
    expect(lookup.options.map((option: { totalAmount: number }) => option.totalAmount)).toEqual([
      128_176, 129_426, 130_677,
    ]);
  });
  test("field by field for the overview", () => {
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
  test("with every value of onUsRequired, and a maximum that is not the only price of its count", () => {
    const groups = overview.optionGroups as { onUsRequired: boolean | null }[];
    expect(new Set(groups.map(({ onUsRequired }) => onUsRequired))).toEqual(new Set([true, false, null]));
    const rates = overview.maximums.map(({ option }: { option: { rateBps: number } }) => option.rateBps);
    expect(rates).toEqual([250, 350, 450]);
  });
});

test("the worked rows are those that were decided", () => {
  expect(rowsOf(render(), "What the look-ups answer").map((cells) => cells.join(" "))).toEqual([
    "125050 250 – 0 3126 0 125050",
    "125050 250 – 5000 3126 1563 126613",
    "125050 250 – 10000 3126 3126 128176",
    "100000 350 100 5000 3600 1800 101800",
    "399 250 – 10000 9 9 408",
    "1 250 – 10000 0 0 1",
  ]);
  expect(rowsOf(render(), "The rows above as payment links").map((cells) => cells.join(" "))).toEqual([
    "125050 0 3126 121924 3126 121924",
    "126613 1563 3165 123448 3126 123487",
    "128176 3126 3204 124972 3126 125050",
    "101800 1800 3663 98137 3600 98200",
    "408 9 10 398 9 399",
    "1 0 0 1 0 1",
  ]);
  expect(unescaped(render())).toContain("<code>42726</code>, then 2 × <code>42725</code>");
});

test("one to one leaves less than the price, the exact amount leaves the price", () => {
  const rows = rowsOf(render(), "Both ways");
  expect(rows[0]).toEqual(["125050", "250", "–", "128176", "124972", "128256", "125050"]);
  for (const [price, , , , oneToOneLeaves, , exactLeaves] of rows) {
    expect(Number(oneToOneLeaves)).toBeLessThan(Number(price));
    expect(exactLeaves).toBe(price);
  }
});

test.each([
  ["en", "TRY 1,306.77", "TRY 435.59"],
  ["tr", "1.306,77 TL", "435,59 TL"],
] as const)("prices “up to” in %s: the dearest total, and its first month", (language, total, month) => {
  const caption = language === "en" ? "Prices “up to”" : "1.250,50 TL için “en çok”";
  expect(rowsOf(render({ language }), caption).at(-1)).toEqual(["3", month, total]);
});

test("where there is no sandbox it speaks of none", () => {
  expect(render()).toContain(`${apiOrigin}/sandbox/terminals`);
  expect(render({ hasSandbox: false })).not.toMatch(/\/sandbox\/|id="sandbox"|test-cards/);
});
