import { expect, test } from "vitest";
import { fieldSentence, problem } from "./field-words";

test("puts the numbers into the message in both languages", () => {
  const carried = problem("integer_between", 1, 1_000_000_000);
  expect(fieldSentence(carried, "en")).toBe("must be an integer between 1 and 1000000000");
  expect(fieldSentence(carried, "tr")).toBe("1 ile 1000000000 arasında bir tam sayı olmalıdır");
});

test("returns 'is not valid' for a text that `problem` did not encode", () => {
  for (const text of ["Invalid input: expected string", "toString", "", "constructor 1"])
    expect(fieldSentence(text, "en")).toBe("is not valid");
});
