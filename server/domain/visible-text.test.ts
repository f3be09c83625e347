import { describe, expect, test } from "vitest";
import { visibleText } from "./visible-text";

const seen = (text: string): string => visibleText(new TextEncoder().encode(text));

describe("what a receiver has answered", () => {
  test.each([
    ["plain words stay", "ok ğüşöçıİ €\n\tyes", "ok ğüşöçıİ €\n\tyes"],
    ["markup stays text", "<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["a terminal's colours are shown", "\u001b[31mred", "␛[31mred"],
    ["NUL, bell and delete are shown", "a\0b\u0007c\u007f", "a␀b␇c␡"],
    ["a lone carriage return is shown, a line's end is not", "a\rb\r\nc", "a␍b\nc"],
    ["C1 controls are named", "\u009b31m", "⟨U+009B⟩31m"],
    ["what turns the writing direction is named", "\u202egnp.exe", "⟨U+202E⟩gnp.exe"],
    ["what has no width is named", "a\u200bb\ufeff", "a⟨U+200B⟩b⟨U+FEFF⟩"],
    ["a mark at the beginning is named, too", "\ufeffa", "⟨U+FEFF⟩a"],
  ])("%s", (_, text, expected) => expect(seen(text)).toBe(expected));

  test("bytes that are no UTF-8 become the replacement character", () => {
    expect(visibleText(Uint8Array.of(0x61, 0xff, 0xc3))).toBe("a\ufffd\ufffd");
  });

  test("nothing that is hidden comes through, whatever the code point", () => {
    const every = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join("");
    expect(seen(every).replace(/[\n\t]/g, "")).not.toMatch(/[\p{Control}\p{Format}]/u);
  });
});
