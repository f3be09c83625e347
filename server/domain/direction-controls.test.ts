import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isVisible, stripDirectionControls } from "./direction-controls";

const controls = ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"];

describe("stripDirectionControls", () => {
  test.each(controls)("removes %j at the beginning, in the middle and at the end", (control) => {
    expect(stripDirectionControls(`${control}Mart ${control}${control}siparişi${control}`)).toBe("Mart siparişi");
  });

  test("keeps everything else: marks, joiners and right-to-left letters", () => {
    for (const text of ["שלום", "مرحبا\u200f", "\u200e1", "👨\u200d👩\u200d👧", "a\u2065b\u206ac\u2029", "\u2029"])
      expect(stripDirectionControls(text)).toBe(text);
    const plain = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(plain, (text) => {
        const kept = Array.from(text).filter((character) => !controls.includes(character));
        expect(stripDirectionControls(text)).toBe(kept.join(""));
      }),
    );
  });
});

describe("isVisible", () => {
  test.each(["a", " ş ", "\u200b.", "🌹", "١"])("true for %j", (text) => expect(isVisible(text)).toBe(true));
  test.each(["", " ", "\t\n", "\u00a0\u3000", "\u200b\u200d", "\u202e", "\ufeff", "\u3164", "\u00ad", "\ufff9"])(
    "false for %j",
    (text) => expect(isVisible(text)).toBe(false),
  );
});
