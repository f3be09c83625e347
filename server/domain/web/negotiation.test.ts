import { expect, it } from "vitest";
import { preferredLanguage, prefersHtml } from "./negotiation";

it.each([
  ["text/html", true],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", true],
  ["text/html;q=0.5,application/json;q=0.9", false],
  ["application/json;q=0.5,text/html", true],
  ["application/json, text/html", false],
  ["text/html, application/json", true],
  ["TEXT/HTML", true],
  ["application/json", false],
  ["*/*", false],
  ["text/html;q=0", false],
  ["image/png", false],
  ["", false],
  [null, false],
  [",;q=,;;", false],
])("prefersHtml for Accept %j: %s", (accept, page) => {
  expect(prefersHtml(accept)).toBe(page);
});

it.each([
  ["en-GB,en;q=0.9", "en"],
  ["tr-TR,tr;q=0.9,en;q=0.8", "tr"],
  ["de-DE,de;q=0.9,en;q=0.7", "en"],
  ["en;q=0.5,tr;q=0.8", "tr"],
  ["de", "tr"],
  ["*", "tr"],
  ["en,*;q=0.1", "en"],
  ["", "tr"],
  [null, "tr"],
] as const)("Accept-Language %j: %s with Turkish as the fallback", (header, language) => {
  expect(preferredLanguage(header, "tr")).toBe(language);
});

it("returns English with English as the fallback and no header", () => {
  expect(preferredLanguage(null, "en")).toBe("en");
  expect(preferredLanguage("tr", "en")).toBe("tr");
});
