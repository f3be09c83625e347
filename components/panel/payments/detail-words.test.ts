import { expect, test } from "vitest";
import { detailWords } from "./detail-words";

/** Lists every text of a language, nested ones included. */
const listTexts = (words: object): string[] =>
  Object.values(words).flatMap((word) =>
    typeof word === "string"
      ? [word]
      : typeof word === "function"
        ? [String(word("1"))]
        : typeof word === "object" && word !== null
          ? listTexts(word)
          : [],
  );

test.each(["tr", "en"] as const)("every text in %s has letters and no control characters", (language) => {
  const texts = listTexts(detailWords[language]);
  expect(texts.length).toBeGreaterThan(50);
  for (const text of texts) {
    expect(text).not.toMatch(/\p{Cc}/u);
    expect(text).toMatch(/\p{L}/u);
  }
});
