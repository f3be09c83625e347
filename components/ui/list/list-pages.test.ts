import { describe, expect, test } from "vitest";
import { type ListPages, mergeFirstPage } from "./list-pages";

interface Row {
  readonly id: string;
  readonly state: string;
}

const rowsOf = (ids: string, state = "open"): Row[] => Array.from(ids, (id) => ({ id, state }));
const shownOf = (...pages: string[]): ListPages<Row> => ({
  pages: pages.map((ids, n) => ({ items: rowsOf(ids), nextCursor: `after-${n}` })),
  pageParams: pages.map((_, n) => (n === 0 ? null : `after-${n - 1}`)),
});
const firstOf = (ids: string) => ({ items: rowsOf(ids, "closed"), nextCursor: "new" });
const rowKey = ({ id }: Row) => id;
const idsOf = ({ pages }: ListPages<Row>) => pages.map(({ items }) => items.map(({ id }) => id).join(""));

test("while rows may move, the new first page takes the place of the old one with its cursor", () => {
  const { pages, freshCount, isChanged } = mergeFirstPage(shownOf("cba"), firstOf("edc"), { rowKey, mayMove: true });
  expect(idsOf(pages)).toEqual(["edc"]);
  expect(pages).toMatchObject({ pages: [{ nextCursor: "new" }], pageParams: [null] });
  expect({ freshCount, isChanged }).toEqual({ freshCount: 0, isChanged: false });
});

describe("while rows may not move", () => {
  const merge = (shown: ListPages<Row>, ids: string) => mergeFirstPage(shown, firstOf(ids), { rowKey, mayMove: false });

  test("shown rows keep their places and get their new states, and new rows are counted", () => {
    const { pages, freshCount, isChanged } = merge(shownOf("fed", "cba"), "hgf");
    expect(idsOf(pages)).toEqual(["fed", "cba"]);
    expect(pages.pages[0]?.items.map(({ state }) => state)).toEqual(["closed", "open", "open"]);
    expect(pages.pages.map(({ nextCursor }) => nextCursor)).toEqual(["after-0", "after-1"]);
    expect({ freshCount, isChanged }).toEqual({ freshCount: 2, isChanged: false });
  });

  test("what the first page says beside its rows is new, such as when it was read; its cursor fits the shown rows", () => {
    const readAt = (at: number, ids: string, nextCursor: string) => ({ items: rowsOf(ids), nextCursor, now: at });
    const shown = { pages: [readAt(1, "fed", "after-d"), readAt(1, "cba", "after-a")], pageParams: [null, "after-d"] };
    const { pages } = mergeFirstPage(shown, readAt(2, "gfe", "after-e"), { rowKey, mayMove: false });
    expect(pages.pages).toEqual([readAt(2, "fed", "after-d"), readAt(1, "cba", "after-a")]);
  });

  test("nothing is announced while the first page has the same rows", () => {
    expect(merge(shownOf("fed", "cba"), "fed")).toMatchObject({ freshCount: 0, isChanged: false });
  });

  test("a row that left the list is announced as a change: a row of the second page has moved up", () => {
    expect(merge(shownOf("fed", "cba"), "fdc")).toMatchObject({ freshCount: 0, isChanged: true });
    expect(merge(shownOf("fed"), "fd")).toMatchObject({ freshCount: 0, isChanged: true });
    expect(merge(shownOf("fed", "cba"), "gfd")).toMatchObject({ freshCount: 1, isChanged: false });
    expect(merge(shownOf("fed", "cba"), "gdc")).toMatchObject({ freshCount: 1, isChanged: true });
  });
});
