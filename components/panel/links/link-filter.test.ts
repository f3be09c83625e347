import { expect, test } from "vitest";
import { addressOf, isNarrowed, listInput, readFrom, readLinkFilter } from "./link-filter";

const read = (search: string) => {
  const parameters = new URLSearchParams(search);
  return readLinkFilter((name) => parameters.getAll(name));
};

test("an address holds a filter, and the filter leads back to the address", () => {
  const search = "status=pending&status=failed&min=100&max=200&from=2026-11-01&to=2026-11-02&page=3";
  const filter = read(search);
  expect(filter).toEqual({
    statuses: ["pending", "failed"],
    minAmountKurus: 100n,
    maxAmountKurus: 200n,
    fromDay: "2026-11-01",
    toDay: "2026-11-02",
    page: 3,
  });
  expect(addressOf(filter)).toBe(`/panel/links?${search}`);
  expect(addressOf(read(""))).toBe("/panel/links");
  expect(isNarrowed(filter)).toBe(true);
  expect(isNarrowed(read("page=2"))).toBe(false);
});

test("days are whole days in Istanbul", () => {
  const { createdFrom, createdTo } = listInput(read("from=2026-11-01&to=2026-11-01"));
  expect(createdFrom?.toISOString()).toBe("2026-10-31T21:00:00.000Z");
  expect(createdTo?.toISOString()).toBe("2026-11-01T20:59:59.999Z");
});

test("what is not understood is left out", () => {
  expect(read("status=paid&min=-1&max=1.5&from=2026-13-45&to=soon&page=-1&other=1")).toEqual(read(""));
  expect(read("page=9999").page).toBe(5_000);
  expect(readLinkFilter(readFrom({ status: "pending", min: ["5", "6"] }))).toEqual(
    read("status=pending&min=5"),
  );
});
