import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, expect, it, vi } from "vitest";
import * as domain from "@/server/domain/card";
import { cardFormScript, scriptInventory } from "./page-assets";

interface Script {
  grouped(digits: string): string;
  isCardNumber(digits: string): boolean;
  schemeOf(digits: string): string | null;
}

let script: Script;

beforeAll(async () => {
  vi.stubGlobal("document", { querySelector: () => null });
  const path = "./card-form.js";
  script = await import(path);
});

const digits = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 19 }).map((list) => list.join(""));

it("groups and checks a number as the server does, whatever is typed", () => {
  fc.assert(
    fc.property(digits, (number) => {
      expect(script.grouped(number)).toBe(domain.grouped(number));
      expect(script.isCardNumber(number)).toBe(domain.isCardNumber(number));
    }),
    { numRuns: 1000 },
  );
  expect(script.isCardNumber("5528790000000008")).toBe(true);
});

it("names the schemes that the server names, over every first four digits", () => {
  const names: Record<string, string> = {
    visa: "Visa",
    mastercard: "Mastercard",
    troy: "Troy",
    amex: "American Express",
  };
  for (let first = 0; first <= 9999; first += 1) {
    const number = String(first).padStart(4, "0");
    expect(script.schemeOf(number), number).toBe(names[domain.schemeOf(number) ?? ""] ?? null);
  }
});

it("stays small: at most 8 kB on the wire", () => {
  expect(gzipSync(cardFormScript.text).length).toBeLessThan(8192);
});

it("sends, stores and loads nothing by itself", () => {
  expect(cardFormScript.text).not.toMatch(
    /fetch\(|XMLHttpRequest|sendBeacon|WebSocket|localStorage|sessionStorage|cookie|eval\(|innerHTML|import\(/,
  );
});

it("is the whole inventory, with its name, its hash and a reason", () => {
  expect(scriptInventory.scripts).toEqual([
    { src: cardFormScript.src, integrity: cardFormScript.integrity, why: expect.stringMatching(/.{40,}/) },
  ]);
  expect(cardFormScript.src).toMatch(/^\/assets\/card-form\.[A-Za-z0-9]{12}\.js$/);
});
