import { expect, test } from "vitest";
import { describeFailure } from "./simulations";

test("names what was found and the command that repeats it", () => {
  const text =
    'Seed 61 breaks "books = bank" after 503 steps:\n  an order\nRepeat it with: npm run sim -- --seed 61\n\n';
  expect(describeFailure(text)).toBe(
    'Seed 61 breaks "books = bank" after 503 steps: Repeat it with: npm run sim -- --seed 61',
  );
  expect(describeFailure("One line.\n")).toBe("One line.");
  expect(describeFailure("\n")).toBe("the run failed without a word");
});
