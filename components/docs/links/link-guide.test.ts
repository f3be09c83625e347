import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { errorCatalogue } from "@/server/domain/error-catalogue";
import { linkStates } from "@/server/domain/states";
import { unescapeHtml } from "../guide/unescape-html";
import { linkErrors, linkOperations } from "./link-errors";
import { LinkGuide } from "./link-guide";

type Props = Parameters<typeof LinkGuide>[0];
const apiOrigin = "http://localhost:3000";
const payOrigin = "http://127.0.0.1:3001";
const budgets = { writes: 31, reads: 121, address: 122, retryAfterSeconds: 61 };
const render = (changes: Partial<Props> = {}) =>
  renderToStaticMarkup(
    createElement(LinkGuide, { language: "en", apiOrigin, payOrigin, hasSandbox: true, budgets, ...changes }),
  );

/** Returns the cells' texts of each row of the table with this caption. */
function readRows(html: string, caption: string): string[][] {
  const table = html.split("<table").find((one) => one.includes(`<caption>${caption}`)) ?? "";
  const body = /<tbody>(.*?)<\/tbody>/s.exec(table)?.[1] ?? "";
  return body
    .split("</tr>")
    .slice(0, -1)
    .map((row) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
        cell.replace(/<[^>]+>/g, "").replaceAll("\u00a0", " "),
      ),
    );
}

const textsIn = (html: string) =>
  [...unescapeHtml(html).matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, text = ""]) => text);

describe.each(["tr", "en"] as const)("the guide in %s", (language) => {
  const html = render({ language });

  test("shows the tested payment-links.mjs and links to it as a file", () => {
    const text = readFileSync(new URL("../samples/payment-links.mjs", import.meta.url), "utf8");
    expect(unescapeHtml(html)).toContain(text);
    expect(html).toContain('href="/docs/payment-links/payment-links.mjs"');
  });
  test("shows no backtick outside the programs", () => expect(html.replace(/<pre.*?<\/pre>/gs, "")).not.toContain("`"));
  test("links every entry of its contents to a section", () => {
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets).toHaveLength(10);
    for (const id of targets) expect(html).toContain(`<section id="${id}"`);
  });
  test("has as many cells in each table row as heads", () => {
    const tables = html.split("<table").slice(1);
    expect(tables).toHaveLength(3);
    for (const table of tables) {
      const heads = table.match(/scope="col"/g)?.length;
      const rows = table.split("<tbody>")[1]?.split("</tr>").slice(0, -1) ?? [];
      expect(rows.length).toBeGreaterThan(6);
      for (const row of rows) expect(row.match(/<t[hd][ >]/g)).toHaveLength(heads ?? 0);
    }
  });
  test("states the rate limits of the installation", () => {
    const section = html.split('<section id="budgets"')[1]?.split("</section>")[0] ?? "";
    for (const figure of [31, 121, 122]) expect(section).toMatch(new RegExp(`<dd>\\D*${figure}\\D*</dd>`));
    expect(section).toContain("<code>Retry-After: 61</code>");
  });
  test("explains every status and every error code", () => {
    const [states, errors] =
      language === "tr" ? ["Durumlar ve", "Dört uç"] : ["States, and", "What the four endpoints"];
    expect(readRows(html, states).map(([state]) => state?.split(" ")[0])).toEqual([...linkStates]);
    expect(readRows(html, errors).map(([code]) => code)).toEqual(
      linkErrors.map(([code]) => `${code} ${errorCatalogue[code][0]}`),
    );
    for (const row of [...readRows(html, states), ...readRows(html, errors)]) {
      expect(row.every((cell) => cell.length > 0)).toBe(true);
    }
  });
  test("shows the message for the buyer in both languages", () => {
    const texts = textsIn(html).filter((text) => text.includes(`${payOrigin}/l/`) && !text.includes('"'));
    expect(texts).toEqual([
      expect.stringMatching(/1\.250,50 TL.*\n.*\n.*27 Kasım 2026.*12:00/),
      expect.stringMatching(/TRY 1,250\.50.*\n.*\n.*27 November 2026.*12:00/),
    ]);
  });
});

test("the table of states has the transitions and events of the contract", () => {
  expect(readRows(render(), "States, and").map(([state, , ...facts]) => [state, ...facts])).toEqual([
    ["pending waiting", "yes", "launched, initiated, expired, failed, cancelled", "–"],
    ["launched opened", "yes", "initiated, expired, failed, cancelled", "–"],
    ["initiated in progress", "no", "completed, expired, failed, cancelled", "–"],
    ["completed paid", "no", "final", "payment_link.completed"],
    ["expired expired", "no", "final", "payment_link.expired"],
    ["failed failed", "yes", "initiated, expired, cancelled", "–"],
    ["cancelled cancelled", "no", "final", "–"],
  ]);
});

describe("the JSON examples have the fields of the contract", () => {
  const [link, notice] = textsIn(render())
    .filter((text) => text.startsWith("{\n") && !text.includes("…"))
    .map((text) => JSON.parse(text));

  test("for a link, which repeats the values of the request", () => {
    const [command = ""] = textsIn(render());
    const { items, ...sent } = JSON.parse(/-d '(.*)'/s.exec(command)?.[1] ?? "");
    const { id, token, url, partnerReference, createdAt, expiresAt, ...shown } = link;
    expect(Object.keys(link)).toEqual([
      "id",
      "token",
      "url",
      "partnerReference",
      "status",
      "amount",
      "customerCommissionShareBps",
      "description",
      "redirectUrl",
      "firstOpenedAt",
      "lastOpenedAt",
      "expiresAt",
      "createdAt",
      "updatedAt",
      "allowedInstallmentCounts",
      "items",
      "payerName",
    ]);
    const { terminalId, ...repeated } = sent;
    expect(terminalId).toMatch(/^trm_/);
    expect(shown).toEqual({
      ...repeated,
      status: "pending",
      firstOpenedAt: null,
      lastOpenedAt: null,
      updatedAt: createdAt,
      items: items.map((item: object) => ({ note: null, ...item })),
    });
    expect(items.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(sent.amount);
    expect([id, url, partnerReference]).toEqual([expect.stringMatching(/^pl_/), `${payOrigin}/l/${token}`, 1042]);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(604_800_000);
  });
  test("for a webhook", () => {
    expect(Object.keys(notice)).toEqual(["id", "type", "paymentLinkId", "occurredAt"]);
    expect(notice.paymentLinkId).toBe(link.id);
  });
});

test("shows the return address as the contract builds it", () => {
  const text = unescapeHtml(render()).replace(/<[^>]+>/g, "");
  expect(text).toContain("https://shop.example/orders/1042/payment/success");
  expect(text).toContain("https://shop.example/payment/failure?order=1042");
  expect(text).not.toContain("?order=1042#top/");
});

test("lists for each endpoint the errors that the API reference declares", () => {
  const { paths } = JSON.parse(readFileSync("server/entry/v1/openapi.json", "utf8"));
  const declared = {
    create: paths["/v1/payment-links"].post,
    list: paths["/v1/payment-links"].get,
    get: paths["/v1/payment-links/{id}"].get,
    cancel: paths["/v1/payment-links/{id}"].delete,
  };
  for (const operation of linkOperations) {
    const listed = linkErrors.filter(([, all]) => (all as readonly string[]).includes(operation));
    const responses = Object.values(declared[operation].responses) as Response[];
    const codes = responses.flatMap(({ content }) => Object.keys(content["application/json"].examples ?? {}));
    expect(listed.map(([code]) => code).sort()).toEqual(codes.sort());
  }
});

interface Response {
  readonly content: { readonly "application/json": { readonly examples?: object } };
}

test("does not mention a sandbox where the installation has none", () => {
  expect(render()).toContain(`${apiOrigin}/sandbox/clock`);
  expect(render({ hasSandbox: false })).not.toMatch(/\/sandbox\/|id="sandbox"|test-cards/);
});
