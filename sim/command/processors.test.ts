import { expect, test } from "vitest";
import { parseProcessors, readProcessors } from "./processors";

test.each([
  ["0", [0]],
  ["0-1", [0, 1]],
  ["0-2,5,8-9", [0, 1, 2, 5, 8, 9]],
])("reads the list %s", (list, processors) => {
  expect(parseProcessors(list)).toEqual(processors);
});

test("knows at least one processor on which it may run, and none twice", () => {
  const processors = readProcessors();
  expect(processors.length).toBeGreaterThan(0);
  expect(new Set(processors).size).toBe(processors.length);
});
