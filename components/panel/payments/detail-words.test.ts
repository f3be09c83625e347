import { expect, test } from "vitest";
import { detailWords } from "./detail-words";

/** Every text of a language, those within others included. */
const textsIn = (words: object): string[] =>
  Object.values(words).flatMap((word) =>
    typeof word === "string"
      ? [word]
      : typeof word === "function"
        ? [String(word("1"))]
        : typeof word === "object" && word !== null
          ? textsIn(word)
          : [],
  );

test.each(["tr", "en"] as const)("each text in %s has letters and no control characters", (language) => {
  const texts = textsIn(detailWords[language]);
  expect(texts.length).toBeGreaterThan(50);
  for (const text of texts) {
    expect(text).not.toMatch(/\p{Cc}/u);
    expect(text).toMatch(/\p{L}/u);
  }
});
