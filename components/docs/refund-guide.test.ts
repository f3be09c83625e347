import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { errorCatalogue } from "@/server/domain/errors";
import { obstacles, refundFailures } from "@/server/domain/refunds/refund-policy";
import { refundStates } from "@/server/domain/states";
import { refundWordsIn } from "./refund-dictionary";
import { type RefundOperation, refundErrors } from "./refund-errors";
import { RefundGuide } from "./refund-guide";
import { unescaped } from "./test-markup";

type Props = Parameters<typeof RefundGuide>[0];
const apiOrigin = "http://localhost:3000";
const render = (changes: Partial<Props> = {}) =>
  renderToStaticMarkup(
    createElement(RefundGuide, {
      language: "en",
      apiOrigin,
      hasSandbox: true,
      startsPerMinute: 31,
      ...changes,
    }),
  );

const sectionOf = (html: string, id: string) =>
  html.split(`<section id="${id}"`)[1]?.split(/<section id=/)[0] ?? "";

/** The rows of a section's table, cell by cell, as they are read. */
const rowsIn = (html: string, id: string): string[][] =>
  (/<tbody>(.*?)<\/tbody>/s.exec(sectionOf(html, id))?.[1] ?? "")
    .split("</tr>")
    .slice(0, -1)
    .map((row) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
        unescaped(cell.replace(/<[^>]+>/g, "").replaceAll("\u00a0", " ")),
      ),
    );

/** The terms of a section's lists, each with what it means. */
const termsIn = (html: string, id: string): string[][] =>
  [...sectionOf(html, id).matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, ...both]) =>
    both.map((text) => unescaped(text.replace(/<[^>]+>/g, "").replaceAll("\u00a0", " "))),
  );

/** Words as they are read, without the marks of code. */
const plain = (text: string): string => text.replaceAll("`", "").replaceAll("\u00a0", " ");

const jsonsIn = (html: string) =>
  [...unescaped(html).matchAll(/<pre[^>]*>(\{.*?)<\/pre>/gs)].map(([, text = ""]) => JSON.parse(text));

describe.each(["tr", "en"] as const)("the guide in %s", (language) => {
  const html = render({ language });

  test("shows refunds.mjs as it is tested, and as a file", () => {
    const text = readFileSync(new URL("./samples/refunds.mjs", import.meta.url), "utf8");
    expect(unescaped(html)).toContain(text);
    expect(html).toContain('href="/docs/refunds/refunds.mjs"');
  });
  test("leaves no mark of code behind", () =>
    expect(html.replace(/<pre.*?<\/pre>/gs, "")).not.toContain("`"));
  test("every entry of its contents leads to a section", () => {
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets).toHaveLength(13);
    for (const id of targets) expect(html).toContain(`<section id="${id}"`);
  });
  test("every table has as many cells in a row as heads, none of them empty, no two rows of one name", () => {
    const tables = html.split("<table").slice(1);
    expect(tables).toHaveLength(6);
    for (const table of tables) {
      const heads = table.match(/scope="col"/g)?.length;
      const rows = table.split("<tbody>")[1]?.split("</tr>").slice(0, -1) ?? [];
      expect(rows.length).toBeGreaterThan(2);
      for (const row of rows) expect(row.match(/<t[hd][ >]/g)).toHaveLength(heads ?? 0);
      expect(rows.join("")).not.toMatch(/<t[hd][^>]*><\/t[hd]>/);
      const names = rows.map((row) => /<t[hd][^>]*>(.*?)<\/t[hd]>/s.exec(row)?.[1]);
      expect(new Set(names).size).toBe(names.length);
    }
  });
  test("every state, every failure, every reason and every error has its meaning", () => {
    const codesIn = (id: string) => rowsIn(html, id).map(([code]) => code?.split(" ")[0]);
    expect(codesIn("outcome")).toEqual([...refundStates]);
    expect(codesIn("failures")).toEqual([...refundFailures]);
    expect(rowsIn(html, "errors").map(([code]) => code)).toEqual(
      refundErrors.map(([code]) => `${code} ${errorCatalogue[code][0]}`),
    );
    for (const reason of obstacles)
      expect(sectionOf(html, "options")).toContain(`<dt><code>${reason}</code>`);
  });
  test("every failure, every reason and every endpoint has the meaning that is its own", () => {
    const { failures, options, start } = refundWordsIn(language);
    expect(rowsIn(html, "failures").map(([code, ...is]) => [code, is])).toEqual(
      refundFailures.map((code) => [code, failures.codes[code].map(plain)]),
    );
    expect(termsIn(html, "options").slice(-obstacles.length)).toEqual(
      obstacles.map((reason) => [reason, plain(options.reasons[reason])]),
    );
    expect(termsIn(html, "start").slice(-3)).toEqual([
      ["POST …/refunds", plain(start.endpoints.automatic)],
      ["POST …/refunds/void", plain(start.endpoints.void)],
      ["POST …/refunds/credit", plain(start.endpoints.credit)],
    ]);
  });
  test("an error of every endpoint is said to be that, one of some is said with their names", () => {
    const { all, starts, operations } = refundWordsIn(language).errors;
    const placesOf = new Map(
      rowsIn(html, "errors").map(([code = "", places]) => [code.split(" ")[0], places]),
    );
    expect(placesOf.get("rate_limited")).toBe(plain(all));
    expect(placesOf.get("payment_not_refundable")).toBe(plain(starts));
    expect(placesOf.get("refund_not_found")).toBe(plain(`${operations.get}, ${operations.find}`));
  });
  test("says the budget of the installation", () => expect(sectionOf(html, "budgets")).toMatch(/\b31\b/));
});

test("the methods are those of the contract, by what is asked and when", () => {
  expect(rowsIn(render(), "methods")).toEqual([
    ["/refunds: all that is left, not credited before", "void", "credit"],
    ["/refunds: all that is left, credited before", "credit", "credit"],
    ["/refunds: a part of it", "422 refund_not_yet_available", "credit"],
    ["/refunds/credit: all or a part", "credit", "credit"],
    ["/refunds/void: all that is left, not credited before", "void", "422 refund_method_not_available"],
    ["/refunds/void: otherwise", "422 refund_method_not_available", "422 refund_method_not_available"],
    [
      "direct collection, /refunds/credit: all or a part",
      "422 direct_refund_not_allowed",
      "422 direct_refund_not_allowed",
    ],
    [
      "direct collection, /refunds or /refunds/void: all that is left, not credited before",
      "void",
      "422 direct_refund_not_allowed",
    ],
    [
      "direct collection, /refunds or /refunds/void: otherwise",
      "422 direct_refund_not_allowed",
      "422 direct_refund_not_allowed",
    ],
  ]);
});

test("the states become what the contract says, and tell what it says", () => {
  expect(rowsIn(render(), "outcome").map(([state, , ...facts]) => [state, ...facts])).toEqual([
    ["pending under way", "approved, declined", "–"],
    ["approved approved", "final", "refund.approved"],
    ["declined declined", "final", "refund.declined"],
  ]);
});

const says = (language: Props["language"], id: string) =>
  unescaped(
    sectionOf(render({ language }), id)
      .replace(/<[^>]+>/g, "")
      .replaceAll("\u00a0", " "),
  );

test("what is not found is declined for its reason, and a silent bank is asked again at day-end", () => {
  expect(says("en", "outcome")).toContain(
    "not_processed, or day_closed where it is a void and day-end is over",
  );
  expect(says("tr", "outcome")).toContain("nedeni not_processed, gün sonu geçmiş bir iptalde day_closed");
  expect(says("en", "outcome")).toMatch(
    /nothing for more than an hour is asked again at day-end.*stays pending/,
  );
  expect(says("tr", "outcome")).toMatch(/Bir saatten uzun süre .* gün sonunda.* pending kalır/);
});

test("a refund that is not processed was looked for twice, was never sent, or was found so by people", () => {
  const meaningOf = (language: Props["language"]) =>
    rowsIn(render({ language }), "failures").find(([code]) => code === "not_processed")?.[1];
  expect(meaningOf("en")).toMatch(
    /^The bank’s records, looked at twice, do not have it; or it was never sent.*; or our people/,
  );
  expect(meaningOf("tr")).toMatch(
    /^Bankanın kayıtlarına iki kez bakıldı, işlem yok; .* hiç gönderilmedi; ya da .* ekibimiz/,
  );
});

test.each(["tr", "en"] as const)("a used code is compared by its payment, in %s", (language) => {
  const row = rowsIn(render({ language }), "errors").find(([code]) => code?.startsWith("refund_in_progress"));
  expect(row?.at(-1)).toContain("paymentCode");
});

test("a code and an id name one refund throughout", () => {
  const html = render();
  const [answer, , , record] = jsonsIn(html);
  const [, sentCode] = /"partnerRefundCode": ?"([^"]+)"/.exec(unescaped(html)) ?? [];
  expect(sentCode).toMatch(/^REFUND-/);
  expect(record.partnerRefundCode).not.toBe(sentCode);
  expect(record.refundId).not.toBe(answer.refundId);
});

test("the JSON is that of the contract, field by field", () => {
  const [answer, options, notice, record] = jsonsIn(render());
  expect(Object.keys(answer)).toEqual(["refundId", "method", "status"]);
  expect(options).toEqual({
    refundOptions: {
      void: { available: true, reason: null, until: "2026-11-20T21:00:00.000Z" },
      credit: { available: true, reason: null },
      automaticPartialFrom: "2026-11-20T21:00:00.000Z",
    },
  });
  expect(Object.keys(notice)).toEqual(["id", "type", "paymentCode", "occurredAt"]);
  expect(Object.keys(record)).toEqual([
    "refundId",
    "paymentCode",
    "partnerRefundCode",
    "method",
    "status",
    "amount",
    "currency",
    "failureCode",
    "createdAt",
    "updatedAt",
    "resolvedAt",
  ]);
  expect(record.paymentCode).toBe(notice.paymentCode);
  // A part of the payment, the day after: no void could be that.
  expect(record).toMatchObject({ method: "credit", status: "approved", amount: 25_050, failureCode: null });
  expect(notice.type).toBe("refund.approved");
});

test("the figures of the commission add up: a void gives it back, a credit does not", () => {
  expect(rowsIn(render(), "commission")).toEqual([
    ["nothing", "125050", "3126", "0", "0", "121924"],
    ["void", "125050", "3126", "3126", "125050", "0"],
    ["credit, TRY 250.50", "125050", "3126", "0", "25050", "96874"],
    ["credit, all of it", "125050", "3126", "0", "125050", "-3126"],
  ]);
});

test("the errors are those that the reference declares, endpoint by endpoint", () => {
  const { paths } = JSON.parse(readFileSync("server/entry/v1/openapi.json", "utf8"));
  const under = "/v1/payments/{paymentCode}/refunds";
  const declared: Readonly<Record<RefundOperation, readonly Endpoint[]>> = {
    automatic: [paths[under].post],
    credit: [paths[`${under}/credit`].post],
    void: [paths[`${under}/void`].post],
    list: [paths[under].get],
    get: [paths[`${under}/{refundId}`].get, paths["/v1/refunds/{refundId}"].get],
    find: [paths["/v1/refunds"].get],
  };
  for (const [operation, endpoints] of Object.entries(declared)) {
    const told = refundErrors.filter(([, all]) => (all as readonly string[]).includes(operation));
    const codes = endpoints
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap(({ content }) => Object.keys(content["application/json"].examples ?? {}));
    expect(told.map(([code]) => code).sort(), operation).toEqual([...new Set(codes)].sort());
  }
});

interface Endpoint {
  readonly responses: Readonly<
    Record<string, { readonly content: { readonly "application/json": { readonly examples?: object } } }>
  >;
}

test("each step in the sandbox sends what brings its outcome about", () => {
  const sent = [...unescaped(sectionOf(render(), "sandbox")).matchAll(/-d '(\{.*?\})'/gs)];
  expect(sent.map(([, body = ""]) => JSON.parse(body))).toEqual([
    { advanceSeconds: 86_400 },
    { dayEndLocal: "18:00" },
    { latencyMs: 10_000, operations: ["void", "credit"] },
    { refuseSameDayCredit: true },
  ]);
});

test("where there is no sandbox it speaks of none", () => {
  expect(render()).toContain(`${apiOrigin}/sandbox/clock`);
  expect(render({ hasSandbox: false })).not.toMatch(/\/sandbox\/|id="sandbox"|test-cards/);
});
