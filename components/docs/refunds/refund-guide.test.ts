import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { errorCatalogue } from "@/server/domain/error-catalogue";
import { obstacles, refundFailures } from "@/server/domain/refunds/refund-policy";
import { refundStates } from "@/server/domain/states";
import { unescapeHtml } from "../guide/unescape-html";
import { type RefundOperation, refundErrors } from "./refund-errors";
import { RefundGuide, refundWordsIn } from "./refund-guide";

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

const findSection = (html: string, id: string) => html.split(`<section id="${id}"`)[1]?.split(/<section id=/)[0] ?? "";

/** Returns the cells' texts of each row of a section's table. */
const rowsIn = (html: string, id: string): string[][] =>
  (/<tbody>(.*?)<\/tbody>/s.exec(findSection(html, id))?.[1] ?? "")
    .split("</tr>")
    .slice(0, -1)
    .map((row) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
        unescapeHtml(cell.replace(/<[^>]+>/g, "").replaceAll("\u00a0", " ")),
      ),
    );

/** Returns the terms of a section's lists with their meanings. */
const termsIn = (html: string, id: string): string[][] =>
  [...findSection(html, id).matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, ...both]) =>
    both.map((text) => unescapeHtml(text.replace(/<[^>]+>/g, "").replaceAll("\u00a0", " "))),
  );

/** Returns a text as the page shows it, without backticks. */
const plain = (text: string): string => text.replaceAll("`", "").replaceAll("\u00a0", " ");

const jsonsIn = (html: string) =>
  [...unescapeHtml(html).matchAll(/<pre[^>]*>(\{.*?)<\/pre>/gs)].map(([, text = ""]) => JSON.parse(text));

describe.each(["tr", "en"] as const)("the guide in %s", (language) => {
  const html = render({ language });

  test("shows the tested refunds.mjs and links to it as a file", () => {
    const text = readFileSync(new URL("../samples/refunds.mjs", import.meta.url), "utf8");
    expect(unescapeHtml(html)).toContain(text);
    expect(html).toContain('href="/docs/refunds/refunds.mjs"');
  });
  test("shows no backtick outside the programs", () => expect(html.replace(/<pre.*?<\/pre>/gs, "")).not.toContain("`"));
  test("links every entry of its contents to a section", () => {
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets).toHaveLength(13);
    for (const id of targets) expect(html).toContain(`<section id="${id}"`);
  });
  test("has as many cells in each table row as heads, no empty cell and no two rows of the same name", () => {
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
  test("explains every state, failure, reason and error", () => {
    const codesIn = (id: string) => rowsIn(html, id).map(([code]) => code?.split(" ")[0]);
    expect(codesIn("outcome")).toEqual([...refundStates]);
    expect(codesIn("failures")).toEqual([...refundFailures]);
    expect(rowsIn(html, "errors").map(([code]) => code)).toEqual(
      refundErrors.map(([code]) => `${code} ${errorCatalogue[code][0]}`),
    );
    for (const reason of obstacles) expect(findSection(html, "options")).toContain(`<dt><code>${reason}</code>`);
  });
  test("gives every failure, reason and endpoint its own meaning", () => {
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
  test("marks an error of every endpoint as such, and names the endpoints of the others", () => {
    const { all, starts, operations } = refundWordsIn(language).errors;
    const places = new Map(rowsIn(html, "errors").map(([code = "", places]) => [code.split(" ")[0], places]));
    expect(places.get("rate_limited")).toBe(plain(all));
    expect(places.get("payment_not_refundable")).toBe(plain(starts));
    expect(places.get("refund_not_found")).toBe(plain(`${operations.get}, ${operations.find}`));
  });
  test("states the rate limit of the installation", () => expect(findSection(html, "budgets")).toMatch(/\b31\b/));
});

test("the table of methods has the outcomes of the contract, by request and by day", () => {
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

test("the table of states has the transitions and events of the contract", () => {
  expect(rowsIn(render(), "outcome").map(([state, , ...facts]) => [state, ...facts])).toEqual([
    ["pending under way", "approved, declined", "–"],
    ["approved approved", "final", "refund.approved"],
    ["declined declined", "final", "refund.declined"],
  ]);
});

const says = (language: Props["language"], id: string) =>
  unescapeHtml(
    findSection(render({ language }), id)
      .replace(/<[^>]+>/g, "")
      .replaceAll("\u00a0", " "),
  );

test("explains that a refund that the bank does not find is declined, and that a silent bank is asked again at day-end", () => {
  expect(says("en", "outcome")).toContain("not_processed, or day_closed where it is a void and day-end is over");
  expect(says("tr", "outcome")).toContain("nedeni not_processed, gün sonu geçmiş bir iptalde day_closed");
  expect(says("en", "outcome")).toMatch(/nothing for more than an hour is asked again at day-end.*stays pending/);
  expect(says("tr", "outcome")).toMatch(/Bir saatten uzun süre .* gün sonunda.* pending kalır/);
});

test("explains not processed: the bank was asked twice, the refund was never sent, or people found it so", () => {
  const findMeaning = (language: Props["language"]) =>
    rowsIn(render({ language }), "failures").find(([code]) => code === "not_processed")?.[1];
  expect(findMeaning("en")).toMatch(
    /^The bank’s records, looked at twice, do not have it; or it was never sent.*; or our people/,
  );
  expect(findMeaning("tr")).toMatch(
    /^Bankanın kayıtlarına iki kez bakıldı, işlem yok; .* hiç gönderilmedi; ya da .* ekibimiz/,
  );
});

test.each(["tr", "en"] as const)("explains in %s that a used code is compared by its payment", (language) => {
  const row = rowsIn(render({ language }), "errors").find(([code]) => code?.startsWith("refund_in_progress"));
  expect(row?.at(-1)).toContain("paymentCode");
});

test("uses a different code and id for each of the two refunds of the examples", () => {
  const html = render();
  const [answer, , , record] = jsonsIn(html);
  const [, sentCode] = /"partnerRefundCode": ?"([^"]+)"/.exec(unescapeHtml(html)) ?? [];
  expect(sentCode).toMatch(/^REFUND-/);
  expect(record.partnerRefundCode).not.toBe(sentCode);
  expect(record.refundId).not.toBe(answer.refundId);
});

test("the JSON examples have the fields of the contract", () => {
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
    "bank",
  ]);
  expect(record.paymentCode).toBe(notice.paymentCode);
  // A partial refund on the next day can only be a credit, never a void.
  expect(record).toMatchObject({ method: "credit", status: "approved", amount: 25_050, failureCode: null });
  expect(notice.type).toBe("refund.approved");
});

test("the commission amounts add up: a void returns the commission, a credit does not", () => {
  expect(rowsIn(render(), "commission")).toEqual([
    ["nothing", "125050", "3126", "0", "0", "121924"],
    ["void", "125050", "3126", "3126", "125050", "0"],
    ["credit, TRY 250.50", "125050", "3126", "0", "25050", "96874"],
    ["credit, all of it", "125050", "3126", "0", "125050", "-3126"],
  ]);
});

test("lists for each endpoint the errors that the API reference declares", () => {
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
    const listed = refundErrors.filter(([, all]) => (all as readonly string[]).includes(operation));
    const codes = endpoints
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap(({ content }) => Object.keys(content["application/json"].examples ?? {}));
    expect(listed.map(([code]) => code).sort(), operation).toEqual([...new Set(codes)].sort());
  }
});

interface Endpoint {
  readonly responses: Readonly<
    Record<string, { readonly content: { readonly "application/json": { readonly examples?: object } } }>
  >;
}

test("each sandbox step sends the request that produces its outcome", () => {
  const sent = [...unescapeHtml(findSection(render(), "sandbox")).matchAll(/-d '(\{.*?\})'/gs)];
  expect(sent.map(([, body = ""]) => JSON.parse(body))).toEqual([
    { advanceSeconds: 86_400 },
    { dayEndLocal: "18:00" },
    { latencyMs: 10_000, operations: ["void", "credit"] },
    { refuseSameDayCredit: true },
  ]);
});

test("does not mention a sandbox where the installation has none", () => {
  expect(render()).toContain(`${apiOrigin}/sandbox/clock`);
  expect(render({ hasSandbox: false })).not.toMatch(/\/sandbox\/|id="sandbox"|test-cards/);
});
