import { Script } from "node:vm";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import * as domain from "@/server/domain/card";
import { cardFormScript, languageScript, pageScripts, waitingScript } from "./page-assets";
import { pageRelease } from "./page-release";

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

/** Texts of up to 19 digits. By its own choice fast-check makes at most ten, too few for a card number. */
const digits = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 19, size: "max" }).map((list) => list.join(""));

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

it("stays small: what a page loads is at most 4 kB on the wire, and what the language switch loads 2 kB", () => {
  const sizes = [cardFormScript, waitingScript, languageScript].map(({ text }) => gzipSync(text).length);
  expect(sizes[0]).toBeLessThan(4096);
  expect(sizes[1]).toBeLessThan(2048);
  expect(sizes[2]).toBeLessThan(2048);
});

it.each([
  [cardFormScript, ["schemeOf", "offerOptions", "enhance", "loadLanguageSwitch"]],
  [waitingScript, ["watch", "countDown", "loadLanguageSwitch"]],
  [languageScript, ["translate", "pairElements", "copyWords"]],
])("$src is one script that a browser can parse, with every part and no comment, import or export", (script, names) => {
  expect(() => new Script(script.text)).not.toThrow();
  for (const name of names) expect(script.text).toContain(`function ${name}(`);
  expect(script.text).not.toMatch(/^\s*(?:\/\/|\/?\*|import|export)/m);
});

it.each(pageScripts)("$src stores nothing, writes no markup, and loads no code but the language switch", ({ text }) => {
  expect(text).not.toMatch(
    /XMLHttpRequest|sendBeacon|WebSocket|EventSource|localStorage|sessionStorage|indexedDB|cookie|eval\(|Function\(|innerHTML|insertAdjacent|document\.write|import/,
  );
  const created = text.match(/createElement\(.*?\)(?:, languages\.dataset)?/g) ?? [];
  const scripts = created.filter((call) => call.includes("script"));
  expect(scripts).toEqual(text === languageScript.text ? [] : ['createElement("script"), languages.dataset']);
});

it("calls only addresses of its own page: the payment options, the page state, and the page in another language", () => {
  const listCalls = ({ text }: { text: string }) => text.match(/fetch\([^,]*/g);
  expect([cardFormScript, waitingScript, languageScript].map(listCalls)).toEqual([
    ["fetch(form.dataset.offers"],
    ["fetch(poll"],
    ["fetch(form ? formAction : href"],
  ]);
});

it("has nothing that iOS 15 lacks", () => {
  for (const { text } of pageScripts)
    expect(text).not.toMatch(/AbortSignal\.|structuredClone|\.at\(|findLast|\(\?<[=!]/);
});

it("sends the first digits for the options, and for another language nothing but the form of the switch", () => {
  expect(cardFormScript.text.match(/new (?:URLSearchParams|FormData)\(.*\)/g)).toEqual([
    "new URLSearchParams({ bin, lang: document.documentElement.lang })",
  ]);
  expect(waitingScript.text).not.toMatch(/URLSearchParams|FormData/);
  expect(languageScript.text.match(/new (?:URLSearchParams|FormData)\(.*\)/g)).toEqual([
    "new URLSearchParams(new FormData(form))",
  ]);
});

it("every script is in the inventory, with its name, its hash and a reason", () => {
  const listed = pageScripts.map(({ src, integrity }) => ({ src, integrity, why: expect.stringMatching(/.{40,}/) }));
  expect(Object.values(pageRelease.scripts)).toEqual(listed);
  expect(cardFormScript.src).toMatch(/^\/assets\/card-form\.[A-Za-z0-9]{12}\.js$/);
});
