import { expect, test } from "vitest";
import { translatorFor } from "@/messages/translate";
import { problem } from "@/server/domain/field-words";
import { fieldSentence, type OwnSentences } from "./field-sentence";

const say = (type: string, message: string, own?: OwnSentences) =>
  fieldSentence({ type, message }, own, translatorFor("en", "shared.problems"));

test("the shared sentence of a problem, with its number in the page's notation", () => {
  expect(say("custom", problem("max_characters", 1024))).toBe("Enter at most 1,024 characters.");
  const turkish = translatorFor("tr", "shared.problems");
  const error = { type: "custom", message: problem("max_characters", 1024) };
  expect(fieldSentence(error, undefined, turkish)).toBe("En çok 1.024 karakter yazabilirsiniz.");
});

test("the field's own sentence, for every problem of its schema or for one", () => {
  expect(say("invalid_type", problem("integer_between", 1, 5), "Enter an amount.")).toBe("Enter an amount.");
  const own = { blank: "Enter a code.", duplicate_partner_tx_code: "Enter another code." };
  expect(say("custom", problem("blank"), own)).toBe("Enter a code.");
  expect(say("custom", problem("unicode"), own)).toContain("unreadable");
  expect(say("refused:duplicate_partner_tx_code", "why", own)).toBe("Enter another code.");
});

test("the server's sentence for a refusal for which the field has none of its own", () => {
  expect(say("refused:pos_daily_limit_exceeded", "The daily limit is used up.", "Enter an amount.")).toBe(
    "The daily limit is used up.",
  );
});

test("a general sentence for a problem that has none", () => {
  for (const message of [problem("nesting"), "Invalid input", ""]) {
    expect(say("custom", message)).toBe("This value is not valid.");
  }
});
