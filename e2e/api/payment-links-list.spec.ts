import { randomInt } from "node:crypto";
import { expect, test } from "@playwright/test";
import { expectError } from "../support/envelope";
import { type Link, type LinkList, Merchant } from "../support/merchant";
import { amountLimited, demo, other, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, amountLimited);

// Creates seven links with amounts that no other test uses, because the account has other links. The third is opened,
// the fifth cancelled. `links` is in the order of creation.
const base = randomInt(100_000, 900_000) * 1000;
const links: Link[] = [];
test.beforeAll(async () => {
  // A worker that gets tests of this file twice has made them already.
  if (links.length > 0) return;
  for (let n = 0; n < 7; n++) links.push(await merchant.createdLink({ amount: base + n }));
  await fetch(at(2).url);
  await merchant.cancelLink(at(4).id);
});
function at(n: number): Link {
  const link = links[n];
  if (!link) throw new Error(`There is no link ${n}`);
  return link;
}

const ours = `minAmount=${base}&maxAmount=${base + 6}`;
const list = (search = "") => merchant.links(`?${ours}${search && `&${search}`}`);
/** Returns the positions of the listed links in the order of creation. */
const placesIn = ({ items }: LinkList) => items.map(({ amount }) => amount - base);

test("200 with the newest link first, each one as in its own query", async () => {
  const page = await list();
  expect(Object.keys(page)).toEqual(["items", "page", "size", "hasMore"]);
  expect(page).toMatchObject({ page: 0, size: 20, hasMore: false });
  expect(placesIn(page)).toEqual([6, 5, 4, 3, 2, 1, 0]);
  for (const link of page.items) expect(link).toEqual(await merchant.link(link.id));
  expect(page.items.map(({ status }) => status)).toEqual([
    "pending",
    "pending",
    "cancelled",
    "pending",
    "launched",
    "pending",
    "pending",
  ]);
});

test("200 page by page, without duplicates or gaps", async () => {
  const pages = [];
  for (let page = 0; page < 4; page++) pages.push(await list(`page=${page}&size=3`));
  expect(pages.map(placesIn)).toEqual([[6, 5, 4], [3, 2, 1], [0], []]);
  expect(pages.map(({ page, size, hasMore }) => [page, size, hasMore])).toEqual([
    [0, 3, true],
    [1, 3, true],
    [2, 3, false],
    [3, 3, false],
  ]);
  const exact = await list("size=7");
  expect([exact.hasMore, await list("size=7&page=1")], "a full last page is followed by an empty one").toEqual([
    true,
    { items: [], page: 1, size: 7, hasMore: false },
  ]);
});

test("200 with all given filters applied, including their bounds", async () => {
  const from = (n: number) => `createdFrom=${at(n).createdAt}`;
  const to = (n: number) => `createdTo=${at(n).createdAt}`;
  const before = (n: number) => new Date(Date.parse(at(n).createdAt) - 1).toISOString();
  const found: [search: string, places: number[]][] = [
    ["status=pending", [6, 5, 3, 1, 0]],
    ["status=launched", [2]],
    ["status=cancelled&status=launched&status=cancelled", [4, 2]],
    ["status=completed&status=failed&status=expired&status=initiated", []],
    [`${from(2)}`, [6, 5, 4, 3, 2]],
    [`${to(2)}`, [2, 1, 0]],
    [`createdTo=${before(2)}`, [1, 0]],
    [`${from(1)}&${to(3)}`, [3, 2, 1]],
    [`${from(1)}&${to(5)}&status=pending`, [5, 3, 1]],
    [`${from(3)}&${to(1)}`, []],
    [`createdFrom=${before(6)}`, [6]],
    [`createdFrom=${at(2).createdAt.replace("Z", "000001Z")}`, [6, 5, 4, 3]],
    [`createdTo=${at(2).createdAt.replace("Z", "999999Z")}`, [2, 1, 0]],
    [`createdFrom=${withOffset(at(5).createdAt)}`, [6, 5]],
    ["createdFrom=0001-01-01T00:00:00Z&createdTo=9999-12-31T23:59:59.999Z", [6, 5, 4, 3, 2, 1, 0]],
    ["status=pending&page=1&size=2", [3, 1]],
    ["nobody=knows&nobody=cares&sort=amount&limit=1", [6, 5, 4, 3, 2, 1, 0]],
  ];
  for (const [search, places] of found) expect(placesIn(await list(search)), search).toEqual(places);
  const amounts: [min: string, max: string, places: number[]][] = [
    [`${base + 2}`, `${base + 4}`, [4, 3, 2]],
    [`${base + 3}`, `${base + 3}`, [3]],
    [`${base + 4}`, `${base + 2}`, []],
    [`00${base}`, `${base}`, [0]],
  ];
  for (const [min, max, places] of amounts) {
    expect(placesIn(await merchant.links(`?minAmount=${min}&maxAmount=${max}`)), `${min} to ${max}`).toEqual(places);
  }
  const none = await merchant.links("?maxAmount=-9223372036854775808&minAmount=9223372036854775807");
  expect(none.items).toEqual([]);
});

const withOffset = (instant: string) =>
  new Date(Date.parse(instant) + 3 * 3_600_000).toISOString().replace("Z", "%2B03:00");

test("200 with the applied page and size, also for unusual values", async () => {
  const applied: [search: string, page: number, size: number][] = [
    ["", 0, 20],
    ["page=-1&size=500", 0, 200],
    ["page=-99999999999999999999&size=99999999999999999999", 0, 200],
    ["size=0", 0, 1],
    ["size=-7", 0, 1],
    ["page=x&size=y", 0, 20],
    ["page=1.5&size=1e2", 0, 20],
    ["page=&size=", 0, 20],
    ["page=%2B1&size=%EF%BC%91", 0, 20],
    ["page=2147483648&size=x&page=1", 2_147_483_648, 20],
    ["page=1&page=x&size=5&size=6", 1, 5],
    ["size=x&size=5", 0, 20],
    ["page=5000", 5000, 20],
    ["page=500&size=500", 500, 200],
    ["page=100000&size=1", 100_000, 1],
    ["page=100000&size=-5", 100_000, 1],
  ];
  for (const [search, page, size] of applied) {
    if (page * size > 100_000) {
      expectError(await merchant.get(`/v1/payment-links?${search}`), 400, "validation_error");
    } else {
      const answer = await list(search);
      expect([answer.page, answer.size], search).toEqual([page, size]);
    }
  }
});

test("400 only for pages that begin after the first 100,000 links", async () => {
  for (const search of [
    "page=5001",
    "page=501&size=200",
    "page=501&size=99999",
    "page=100001&size=0",
    "page=99999999999999999999999999",
    "page=2147483647&size=1",
  ]) {
    const message = expectError(await merchant.get(`/v1/payment-links?${search}`), 400, "validation_error");
    expect(message).toBe("page: times size must be at most 100000");
  }
  const turkish = await merchant.get("/v1/payment-links?page=5001", { headers: { "Accept-Language": "tr" } });
  expect(expectError(turkish, 400, "validation_error")).toBe("page: ile size çarpımı en çok 100000 olmalıdır");
});

test("400 for invalid filters", async () => {
  const wrong: [field: string, values: string[]][] = [
    ["status", ["", "paid", "Pending", "pending,failed", "pending%20", "null", "0"]],
    [
      "minAmount",
      ["", "x", "1.5", "1e3", "%2B1", " 1", "9223372036854775808", "-9223372036854775809", "0x1", "%D9%A1"],
    ],
    ["maxAmount", ["", "null", "1,000", "99999999999999999999"]],
    [
      "createdFrom",
      [
        "",
        "2026-11-20",
        "2026-11-20T09:00:00",
        "2026-11-20T09:00Z",
        "2026-02-30T00:00:00Z",
        "2026-11-20T24:00:00Z",
        "1763629200",
      ],
    ],
    ["createdTo", ["now", "2026-11-20T09:00:00+03:00", "2026-13-01T00:00:00Z", "+010000-01-01T00:00:00Z", "%00"]],
  ];
  for (const [field, values] of wrong) {
    for (const value of values) {
      const target = `/v1/payment-links?${field}=${value.replace(" ", "%20")}`;
      const message = expectError(await merchant.get(target), 400, "validation_error");
      expect(message, target).toMatch(new RegExp(`^${field}(\\[0\\])?: [^;]+$`));
    }
  }
  for (const twice of ["minAmount=1&minAmount=1", "createdTo=2026-11-20T09:00:00Z&createdTo="]) {
    const message = expectError(await merchant.get(`/v1/payment-links?${twice}`), 400, "validation_error");
    expect(message).toMatch(/: must be given once$/);
  }
  const one = "/v1/payment-links?status=pending&status=paid&minAmount=x";
  expect(expectError(await merchant.get(one), 400, "validation_error")).toBe(
    "status[1]: must be one of the allowed values; minAmount: must be an integer",
  );
  expectError(await merchant.get("/v1/payment-links?page=%E0%A4%A"), 400, "validation_error");
});

test("200 with only the account's own links, for both of its keys (S15)", async () => {
  for (const [partner, key, count] of [
    [amountLimited, amountLimited.apiKeys[1], 7],
    [other, other.apiKeys[0], 0],
    [demo, demo.apiKeys[0], 0],
  ] as const) {
    const page = await new Merchant(sandbox.apiUrl, partner, key).links(`?${ours}`);
    expect(page.items).toHaveLength(count);
  }
});
