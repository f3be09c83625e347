import { expect, test } from "vitest";
import { cardBrands } from "../domain/pricing/installments";
import type { Protocol } from "./bank";
import { type CatalogRow, catalog, getCatalogRow, getQuirks } from "./catalog";

const rows = Object.entries(catalog) as [string, CatalogRow][];
const addresses = ({ live, test }: CatalogRow) => [live.gate, live.api, test.gate, test.api];

/** The paths of each protocol's gate and API. */
const paths: Readonly<Record<Protocol, { gate: RegExp; api: RegExp }>> = {
  nestpay: { gate: /^\/fim\/est3Dgate$/, api: /^\/fim\/api$/ },
  garanti: { gate: /^\/servlet\/gt3dengine$/, api: /^\/VPServlet$/ },
  posnet: { gate: /^\/3DSWebService\/YKBPaymentService$/, api: /^\/PosnetWebService\/XML$/ },
  payfor: { gate: /^\/[A-Za-z]+\/Default\.aspx$/, api: /^\/[A-Za-z]+\/XMLGate\.aspx$/ },
};

test.each(rows)("%s: a complete row, over TLS, with one host for live and another for tests", (key, row) => {
  expect(key).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(row.name).toMatch(/^\S.*\S$/);
  expect(row.programme === null || (cardBrands as readonly string[]).includes(row.programme)).toBe(true);
  for (const address of addresses(row)) {
    const url = new URL(address);
    expect([url.protocol, url.port, url.search, url.hash, url.username]).toEqual(["https:", "", "", "", ""]);
    expect(url.href, "normalised form").toBe(address);
    expect(url.hostname).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+\.(com|net|tr)$/);
  }
  for (const side of [row.live, row.test]) {
    expect(new URL(side.gate).host).toBe(new URL(side.api).host);
    expect(new URL(side.gate).pathname).toMatch(paths[row.protocol].gate);
    expect(new URL(side.api).pathname).toMatch(paths[row.protocol].api);
  }
  expect(new URL(row.live.api).host).not.toBe(new URL(row.test.api).host);
});

test("no two banks share a live host, and no live host is another's test host", () => {
  const live = rows.map(([, row]) => new URL(row.live.api).host);
  expect(new Set(live).size).toBe(live.length);
  const tests = new Set(rows.map(([, row]) => new URL(row.test.api).host));
  expect(live.filter((host) => tests.has(host))).toEqual([]);
});

test("every bank has a name of its own, and every protocol has a bank", () => {
  const names = rows.map(([, { name }]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(rows.map(([, { protocol }]) => protocol))).toEqual(new Set(Object.keys(paths)));
});

test("a quirk is set only where its protocol requires or allows it", () => {
  for (const [key, { protocol }] of rows) {
    const { memberId, returnHash, orderPrefix, sourceIpListed, voidsByOrder } = getQuirks(key);
    expect(memberId !== undefined, `${key}: every PayFor bank has a member number`).toBe(protocol === "payfor");
    expect(orderPrefix !== undefined, `${key}: every PosNet bank has a prefix`).toBe(protocol === "posnet");
    if (memberId !== undefined) expect(memberId).toMatch(/^[1-9]\d?$/);
    // The prefix and the 20 characters of an order make the 24 characters of later operations.
    if (orderPrefix !== undefined) expect(orderPrefix).toMatch(/^[A-Z]{4}$/);
    if (returnHash !== undefined) expect(protocol).toBe("payfor");
    if (sourceIpListed !== undefined) expect(protocol).toBe("posnet");
    if (voidsByOrder !== undefined) expect(protocol).toBe("nestpay");
  }
  const numbers = rows.flatMap(([key]) => getQuirks(key).memberId ?? []);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("throws a RangeError for a bank that is not in the catalogue", () => {
  for (const name of ["", "ISBANK", "toString", "__proto__"]) {
    expect(() => getCatalogRow(name)).toThrow(RangeError);
    expect(() => getQuirks(name)).toThrow(RangeError);
  }
});
