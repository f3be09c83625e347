import { describe, expect, test } from "vitest";
import { visibleText } from "./visible-text";

const toVisible = (text: string): string => visibleText(new TextEncoder().encode(text));

describe("visibleText", () => {
  test.each([
    ["keeps plain text", "ok ğüşöçıİ €\n\tyes", "ok ğüşöçıİ €\n\tyes"],
    ["keeps markup as text", "<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["shows the escape of a terminal colour", "\u001b[31mred", "␛[31mred"],
    ["shows NUL, bell and delete", "a\0b\u0007c\u007f", "a␀b␇c␡"],
    ["shows a lone carriage return, and turns CRLF into a line feed", "a\rb\r\nc", "a␍b\nc"],
    ["names C1 controls", "\u009b31m", "⟨U+009B⟩31m"],
    ["names direction controls", "\u202egnp.exe", "⟨U+202E⟩gnp.exe"],
    ["names characters without a width", "a\u200bb\ufeff", "a⟨U+200B⟩b⟨U+FEFF⟩"],
    ["names a byte order mark at the beginning", "\ufeffa", "⟨U+FEFF⟩a"],
  ])("%s", (_, text, expected) => expect(toVisible(text)).toBe(expected));

  test("replaces bytes that are not UTF-8 with the replacement character", () => {
    expect(visibleText(Uint8Array.of(0x61, 0xff, 0xc3))).toBe("a\ufffd\ufffd");
  });

  test("lets no control or format character through, at any code point", () => {
    const every = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join("");
    expect(toVisible(every).replace(/[\n\t]/g, "")).not.toMatch(/[\p{Control}\p{Format}]/u);
  });
});
