import { expect, test } from "vitest";
import { fieldSentence, problem } from "./field-words";

test("numbers reach the sentence in both languages", () => {
  const carried = problem("integer_between", 1, 1_000_000_000);
  expect(fieldSentence(carried, "en")).toBe("must be an integer between 1 and 1000000000");
  expect(fieldSentence(carried, "tr")).toBe("1 ile 1000000000 arasında bir tam sayı olmalıdır");
});

test("anything that is no problem of ours is said to be not valid", () => {
  for (const text of ["Invalid input: expected string", "toString", "", "constructor 1"])
    expect(fieldSentence(text, "en")).toBe("is not valid");
});
