import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partnerList } from "./accounts/partner-list";
import { requestList } from "./accounts/request-list";
import { alertList } from "./alerts";
import { auditList } from "./audit/audit-list";
import { partnerAuditList, staffAuditList } from "./audit/staff-audit-list";
import { chargebackList } from "./chargebacks/chargeback-inputs";
import { linkList } from "./links/link-list";
import type { AnyFilter } from "./list-filters";
import { spanWords } from "./list-spans";
import {
  applyFilters,
  isNarrowed,
  type ListDeclaration,
  type ListQuery,
  listSorts,
  listUnread,
  readListQuery,
  writeListQuery,
} from "./lists";
import { allPaymentList } from "./payments/all-payment-list";
import { paymentList } from "./payments/payment-list";
import { payoutList } from "./payouts/payout-list";
import { settlementList } from "./payouts/settlement-list";
import { refundRequestList } from "./refunds/refund-request-list";
import { statementList } from "./statements/statement-list";
import { terminalList } from "./terminals/terminal-list";
import { deliveryList } from "./webhooks/delivery-list";
import { receiverList } from "./webhooks/receiver-list";

const lists: Readonly<Record<string, ListDeclaration>> = {
  alertList,
  allPaymentList,
  auditList,
  staffAuditList,
  partnerAuditList,
  chargebackList,
  deliveryList,
  linkList,
  partnerList,
  paymentList,
  payoutList,
  receiverList,
  refundRequestList,
  requestList,
  settlementList,
  statementList,
  terminalList,
};

const kurus = fc.option(fc.bigInt({ min: 1n, max: 1_000_000_000n }));
const day = fc.option(
  fc
    .date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2999-12-31T00:00:00Z"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const someEnd = (range: object): boolean => Object.values(range).some((end) => end !== null);

/** Generates the values that a filter can have. */
function filterValue(filter: AnyFilter): fc.Arbitrary<unknown> {
  switch (filter.kind) {
    case "choice":
      return fc.constantFrom(...filter.values);
    case "choices":
      return fc.subarray([...filter.values], { minLength: 1 });
    case "id":
      return fc.stringMatching(/^[\w-]{1,64}$/);
    case "search":
      return fc
        .string({ unit: "binary", maxLength: 400 })
        .map((text) => filter.clean(text))
        .filter((text) => text !== "" && !filter.refuses(text) && filter.clean(text) === text);
    case "amount":
      return fc.record({ fromKurus: kurus, toKurus: kurus }).filter(someEnd);
    case "span":
      return fc.oneof(fc.constantFrom(...spanWords), fc.record({ fromDay: day, toDay: day }).filter(someEnd));
  }
}

const queryOf = <L extends ListDeclaration>(list: L): fc.Arbitrary<ListQuery<L>> => {
  const filters = Object.entries(list.filters).map(([key, filter]) => [key, fc.option(filterValue(filter))] as const);
  const sort = fc.constantFrom(...listSorts(list));
  return fc.record({ ...Object.fromEntries(filters), sort }) as fc.Arbitrary<ListQuery<L>>;
};

const read = <L extends ListDeclaration>(list: L, parameters: URLSearchParams): ListQuery<L> =>
  readListQuery(list, (name) => parameters.getAll(name));

describe.each(Object.entries(lists))("%s", (_name, list) => {
  test("reads back from an address what was written into it, and reads all of it", () => {
    fc.assert(
      fc.property(queryOf(list), (query) => {
        const address = new URLSearchParams(writeListQuery(list, query).toString());
        expect(read(list, address)).toEqual(query);
        expect(listUnread(list, address)).toEqual([]);
        expect(isNarrowed(list, query)).toBe(Object.entries(query).some(([key, value]) => key !== "sort" && value));
      }),
    );
  });

  test("reads some query from any address, and the address of that query gives the same query", () => {
    const names = Object.values(list.filters).flatMap((filter) => filter.names);
    const parameter = fc.tuple(fc.constantFrom(...names, "sort", "page", "__proto__"), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(fc.array(parameter), (parameters) => {
        const query = read(list, new URLSearchParams(parameters));
        expect(Object.keys(query).sort()).toEqual([...Object.keys(list.filters), "sort"].sort());
        expect(read(list, writeListQuery(list, query))).toEqual(query);
      }),
    );
  });

  test("no two filters share a parameter, and none is called like another part of the input", () => {
    const names = Object.values(list.filters).flatMap((filter) => filter.names);
    expect(new Set([...names, "sort"]).size).toBe(names.length + 1);
    for (const reserved of ["sort", "cursor"]) expect(Object.keys(list.filters)).not.toContain(reserved);
  });
});

test("an order narrows nothing, and the default one is not written", () => {
  const [usual, other] = ["sort=-created", "sort=amount"].map((text) => read(paymentList, new URLSearchParams(text)));
  expect(isNarrowed(paymentList, other!)).toBe(false);
  expect(writeListQuery(paymentList, usual!).toString()).toBe("");
  expect(writeListQuery(paymentList, other!).toString()).toBe("sort=amount");
});

test.each([
  ["status=captured&status=kaptured", ["status"]],
  ["status=captured&status=captured", []],
  ["min=&max=5", []],
  ["span=today&from=2026-11-01", ["from"]],
  ["from=2026-02-30&to=2026-03-01", ["from"]],
  ["q=4355084355084358&sort=-created", ["q"]],
  ["sort=status", ["sort"]],
  ["page=7", []],
])("of ?%s the parameters %j are not read", (address, names) =>
  expect(listUnread(paymentList, new URLSearchParams(address))).toEqual(names),
);

test("only spans become instants, by the given time", () => {
  const now = new Date("2026-11-23T09:00:00.000Z");
  const query = read(paymentList, new URLSearchParams("status=failed&min=5&span=today"));
  expect(applyFilters(paymentList, query, now)).toEqual({
    search: null,
    status: ["failed"],
    refunded: null,
    source: null,
    terminalId: null,
    linkId: null,
    amount: { fromKurus: 5n, toKurus: null },
    created: { from: new Date("2026-11-22T21:00:00.000Z"), to: new Date("2026-11-23T21:00:00.000Z") },
  });
});
