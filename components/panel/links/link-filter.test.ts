import { expect, test } from "vitest";
import { isNarrowed, readLinkFilter, readParameters, toLinkListPath, toListInput } from "./link-filter";

const read = (search: string) => {
  const parameters = new URLSearchParams(search);
  return readLinkFilter((name) => parameters.getAll(name));
};

test("reads a filter from a URL and writes the same URL from the filter", () => {
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
  expect(toLinkListPath(filter)).toBe(`/panel/links?${search}`);
  expect(toLinkListPath(read(""))).toBe("/panel/links");
  expect(isNarrowed(filter)).toBe(true);
  expect(isNarrowed(read("page=2"))).toBe(false);
});

test("converts days to whole days in Istanbul time", () => {
  const { createdFrom, createdTo } = toListInput(read("from=2026-11-01&to=2026-11-01"));
  expect(createdFrom?.toISOString()).toBe("2026-10-31T21:00:00.000Z");
  expect(createdTo?.toISOString()).toBe("2026-11-01T20:59:59.999Z");
});

test("ignores values that it does not understand", () => {
  expect(read("status=paid&min=-1&min=0100&max=1.5&from=2026-13-45&to=soon&page=-1&other=1")).toEqual(read(""));
  expect(read("page=9999").page).toBe(5_000);
  expect(readLinkFilter(readParameters({ status: "pending", min: ["5", "6"] }))).toEqual(read("status=pending&min=5"));
});
