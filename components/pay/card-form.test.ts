import { Script } from "node:vm";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import * as domain from "@/server/domain/card";
import { cardFormScript, scriptInventory } from "./page-assets";

interface CardNumber {
  grouped(digits: string): string;
  isCardNumber(digits: string): boolean;
  schemeOf(digits: string): string | null;
}

let script: CardNumber;

beforeAll(async () => {
  const path = "./card-number.js";
  script = await import(path);
});

const digits = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 19 }).map((list) => list.join(""));

it("groups and checks any typed number as the server does", () => {
  fc.assert(
    fc.property(digits, (number) => {
      expect(script.grouped(number)).toBe(domain.groupDigits(number));
      expect(script.isCardNumber(number)).toBe(domain.isCardNumber(number));
    }),
    { numRuns: 1000 },
  );
  expect(script.isCardNumber("5528790000000008")).toBe(true);
});

it("finds the same scheme as the server for every first four digits", () => {
  const names: Record<string, string> = {
    visa: "Visa",
    mastercard: "Mastercard",
    troy: "Troy",
    amex: "American Express",
  };
  for (let first = 0; first <= 9999; first += 1) {
    const number = String(first).padStart(4, "0");
    expect(script.schemeOf(number), number).toBe(names[domain.findScheme(number) ?? ""] ?? null);
  }
});

it("stays small: at most 8 kB on the wire", () => {
  expect(gzipSync(cardFormScript.text).length).toBeLessThan(8192);
});

it("is one script that a browser can parse: it has every part, no comment, no import and no export", () => {
  expect(() => new Script(cardFormScript.text)).not.toThrow();
  for (const name of ["schemeOf", "countDown", "offerOptions", "enhance"])
    expect(cardFormScript.text).toContain(`function ${name}(`);
  expect(cardFormScript.text).not.toMatch(/^\s*(?:\/\/|\/?\*|import|export)/m);
});

it("stores nothing, loads no code and writes no markup", () => {
  expect(cardFormScript.text).not.toMatch(
    /XMLHttpRequest|sendBeacon|WebSocket|EventSource|localStorage|sessionStorage|indexedDB|cookie|eval\(|Function\(|innerHTML|insertAdjacent|document\.write|import/,
  );
});

it("calls only two addresses of its own page: the payment options and the page state", () => {
  expect(cardFormScript.text.match(/fetch\([^,]*/g)).toEqual(["fetch(poll", "fetch(form.dataset.offers"]);
  expect(cardFormScript.text.match(/new URLSearchParams\(.*\)/g)).toEqual([
    "new URLSearchParams({ bin, lang: document.documentElement.lang })",
  ]);
});

it("is the only script of the inventory, with its name, its hash and a reason", () => {
  expect(scriptInventory.scripts).toEqual([
    { src: cardFormScript.src, integrity: cardFormScript.integrity, why: expect.stringMatching(/.{40,}/) },
  ]);
  expect(cardFormScript.src).toMatch(/^\/assets\/card-form\.[A-Za-z0-9]{12}\.js$/);
});
