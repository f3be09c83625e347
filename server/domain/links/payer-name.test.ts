import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskPayerName } from "./payer-name";

test.each([
  ["Ayşe Yılmaz", "Ay** Yı****"],
  ["Ali", "Al*"],
  ["Al B", "Al B"],
  ["A", "A"],
  ["", ""],
  ["İbrahim IŞIK", "İb***** IŞ**"],
  ["İpek", "İp**"],
  ["O’Neil", "O’****"],
  ["👩‍👩‍👧‍👦 Ailesi", "👩‍👩‍👧‍👦 Ai****"],
  ["  iki\t boşluk ", "  ik*\t bo**** "],
  ["Ayşe\u00a0Nur\u3000Ak", "Ay**\u00a0Nu*\u3000Ak"],
  ["Ayşe\u0085Nur", "Ay**\u0085Nu*"],
  ["Ay\ufeffşe", "Ay***"],
  ["\u202eAyşe\u202c \u2066Ali\u2069", "Ay** Al*"],
])("masks %j as %j", (payerName, shown) => {
  expect(maskPayerName(payerName)).toBe(shown);
});

test("masks a decomposed name like the composed one", () => {
  expect(maskPayerName("I\u0307pek C\u0327ag\u0306lar")).toBe("İp** Ça****");
});

describe("for any name", () => {
  const segmenter = new Intl.Segmenter("tr", { granularity: "grapheme" });
  const splitUnits = (word: string) => Array.from(segmenter.segment(word), ({ segment }) => segment);
  const readable = (name: string) => name.normalize("NFC").replace(/[\u202a-\u202e\u2066-\u2069]/gu, "");
  const splitWords = (name: string) => name.split(/\p{White_Space}+/u).filter((word) => word !== "");
  const names = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc
      .array(fc.constantFrom(..."aIıİiŞşÇ ğ\u0301\u0307\u200d\u202e\u2067👩👧🇹🇷\u00a0\u2003-’*"), {
        maxLength: 40,
      })
      .map((p) => p.join("")),
  );

  test("each word keeps its length and shows only its first two characters", () => {
    fc.assert(
      fc.property(names, (name) => {
        const shown = splitWords(maskPayerName(name));
        const expected = splitWords(readable(name)).map((word) =>
          splitUnits(word)
            .map((unit, n) => (n < 2 ? unit : "*"))
            .join(""),
        );
        expect(shown).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test("keeps the spaces and removes direction controls", () => {
    fc.assert(
      fc.property(names, (name) => {
        const shown = maskPayerName(name);
        expect(shown.match(/\p{White_Space}+/gu)).toEqual(readable(name).match(/\p{White_Space}+/gu));
        expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
      }),
      { numRuns: 500 },
    );
  });
});
