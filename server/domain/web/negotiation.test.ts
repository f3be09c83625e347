import { expect, it } from "vitest";
import { chooseBuyerLanguage, preferredLanguage, prefersHtml } from "./negotiation";

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
  ["en_US,tr;q=0.5", "en"],
  ["tr_TR,en;q=0.5", "tr"],
  ["en;q=2,tr", "tr"],
  ["", "tr"],
  [null, "tr"],
] as const)("Accept-Language %j: %s with Turkish as the fallback", (header, language) => {
  expect(preferredLanguage(header, "tr")).toBe(language);
});

it("returns English with English as the fallback and no header", () => {
  expect(preferredLanguage(null, "en")).toBe("en");
  expect(preferredLanguage("tr", "en")).toBe("tr");
});

const available = ["tr", "en", "ar", "de", "ru", "uk"];

it.each([
  ["tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7", "tr"],
  ["en-GB,en;q=0.9", "en"],
  ["de-AT", "de"],
  ["de-AT,en;q=0.9", "de"],
  ["ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", "ru"],
  ["ar-SY;q=0.7,de;q=0.3", "ar"],
  ["UK", "uk"],
  // Tags as operating systems write them.
  ["tr_TR", "tr"],
  ["de_DE", "de"],
  ["fr_FR,de_DE.UTF-8;q=0.5", "de"],
  // A weight above 1 is not valid, and counts as 1.
  ["en,de;q=5", "en"],
  ["de;q=1.5,en", "de"],
  ["ru;q=0.9,de;q=10", "de"],
  // The next best of several, by weight and then by the order of the header.
  ["zh-Hans-CN,zh;q=0.9,ru;q=0.2", "ru"],
  ["de;q=0.5,uk;q=0.8", "uk"],
  ["ru,de", "ru"],
  // Another language than ours, and names that only begin like ours.
  ["zh", "en"],
  ["fr-FR,fr;q=0.9", "en"],
  ["deu", "en"],
  ["trx-TR,arq", "en"],
  ["zh,*;q=0.1", "en"],
  // No language.
  [null, "tr"],
  ["", "tr"],
  ["*", "tr"],
  ["*;q=0.5", "tr"],
  [",;q=", "tr"],
  // A weight of zero excludes.
  ["de;q=0,ru;q=0.1", "ru"],
  ["de;q=0,de-AT", "en"],
  ["de-AT;q=0,de", "de"],
  ["tr;q=0", "en"],
  ["tr;q=0,*", "en"],
  ["en;q=0,zh", "tr"],
  ["*;q=0", "tr"],
])("Accept-Language %j: a buyer's page in %s", (header, language) => {
  expect(chooseBuyerLanguage(header, available)).toBe(language);
});
