import { afterEach, expect, test, vi } from "vitest";
import { keepChoice, parseChoice, readKeptChoice, writeChoice } from "./use-column-choice";

afterEach(() => vi.unstubAllGlobals());

test("a choice is read as it was written", () => {
  const choice = { order: true, fee: false };
  expect(parseChoice(writeChoice(choice))).toEqual(choice);
});

test.each([
  ["text that is not JSON", "{"],
  ["null", "null"],
  ["a list", "[1]"],
  ["another version", '{"version":2,"columns":{"order":true}}'],
  ["columns of another kind", '{"version":1,"columns":"order"}'],
  ["no columns", '{"version":1,"columns":null}'],
])("%s is no choice", (_, text) => {
  expect(parseChoice(text)).toEqual({});
});

test("a column with a value that is not true or false is left out", () => {
  expect(parseChoice('{"version":1,"columns":{"order":true,"fee":"no"}}')).toEqual({ order: true });
});

/** A storage that can be forbidden, as a user can do it at any time. */
function stubStorage() {
  const texts = new Map<string, string>();
  const state = { isForbidden: false };
  const allowed = () => {
    if (state.isForbidden) throw new Error("The storage is forbidden.");
    return texts;
  };
  const localStorage = {
    getItem: (key: string) => allowed().get(key) ?? null,
    setItem: (key: string, text: string) => allowed().set(key, text),
    removeItem: (key: string) => allowed().delete(key),
  };
  vi.stubGlobal("window", { localStorage });
  return state;
}

test("where the storage is forbidden, a choice and its reset last until the page is left", () => {
  const storage = stubStorage();
  keepChoice("kept", { order: true });
  storage.isForbidden = true;
  keepChoice("kept", { fee: false });
  expect(readKeptChoice("kept")).toEqual({ fee: false });
  expect(readKeptChoice("other")).toEqual({});
  keepChoice("kept", {});
  expect(readKeptChoice("kept")).toEqual({});
});

test("a choice that the storage keeps takes the place of the one that it did not keep", () => {
  const storage = stubStorage();
  storage.isForbidden = true;
  keepChoice("again", { order: true });
  storage.isForbidden = false;
  keepChoice("again", { order: false });
  expect(readKeptChoice("again")).toEqual({ order: false });
  keepChoice("again", {});
  expect(readKeptChoice("again")).toEqual({});
});
