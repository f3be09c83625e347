import { expect, test } from "vitest";
import { linkList } from "@/server/domain/links/link-list";
import { readListQuery } from "@/server/domain/lists";
import { writeParameters } from "./use-list-address";

const written = (address: string, changes: Partial<ReturnType<typeof readListQuery<typeof linkList>>>) => {
  const present = new URLSearchParams(address);
  const query = readListQuery(linkList, (name) => present.getAll(name));
  return writeParameters(linkList, present, { ...query, ...changes });
};

test("the same filters and order are the same address, so that they add nothing to the browser's history", () => {
  for (const address of ["", "view=all", "sort=amount", "view=all&status=pending&sort=amount"]) {
    expect(written(address, {})).toBe(address);
  }
  expect(written("sort=amount", { sort: "amount" })).toBe("sort=amount");
});

test("a change writes the parameters of the list and keeps those of other parts of the page", () => {
  expect(written("view=all&sort=amount", { sort: "-amount" })).toBe("view=all&sort=-amount");
  expect(written("status=pending&view=all", { status: null })).toBe("view=all");
});
