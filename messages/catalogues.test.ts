import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type MessageFormatElement, type PluralElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { createTranslator } from "use-intl/core";
import { describe, expect, test } from "vitest";

interface Texts {
  readonly [key: string]: string | Texts;
}

interface Catalogue {
  readonly surface: string;
  readonly language: string;
  /** The texts by their keys, such as `payment.basis.net`. */
  readonly texts: ReadonlyMap<string, string>;
}

const listTexts = (texts: Texts, parent = ""): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === "string" ? [[`${parent}${name}`, value]] : listTexts(value, `${parent}${name}.`),
  );

const catalogues: readonly Catalogue[] = readdirSync("messages").flatMap((file) => {
  const [, surface, language] = /^(\w+)\.(\w+)\.json$/.exec(file) ?? [];
  if (!surface || !language) return [];
  const texts = JSON.parse(readFileSync(join("messages", file), "utf8")) as Texts;
  return [{ surface, language, texts: new Map(listTexts(texts)) }];
});

const findTurkish = (surface: string): ReadonlyMap<string, string> =>
  catalogues.find((one) => one.surface === surface && one.language === "tr")?.texts ?? new Map();

/** Returns all parts of a text, with those inside the branches of its plurals and selects. */
const listParts = (parts: readonly MessageFormatElement[]): MessageFormatElement[] =>
  parts.flatMap((part) =>
    part.type === TYPE.plural || part.type === TYPE.select
      ? [part, ...Object.values(part.options).flatMap(({ value }) => listParts(value))]
      : [part],
  );

const partsOf = (text: string): MessageFormatElement[] => listParts(parse(text));

/**
 * Returns what a part takes from its caller, such as `count: number`. Plurals take numbers, and a language may need
 * them where Turkish only writes the number. The words of a select are the caller's, so they are the same everywhere.
 */
function describeArgument(part: MessageFormatElement): string[] {
  switch (part.type) {
    case TYPE.argument:
      return [`${part.value}: text`];
    case TYPE.number:
    case TYPE.plural:
      return [`${part.value}: number`];
    case TYPE.select:
      return [`${part.value}: one of ${Object.keys(part.options).sort().join(", ")}`];
    case TYPE.literal:
    case TYPE.pound:
      return [];
    default:
      return [`${part.value}: not used in this project`];
  }
}

const listArguments = (text: string): string[] => [...new Set(partsOf(text).flatMap(describeArgument))].sort();

/** Returns a value for what a part takes. */
function sampleArgument(part: MessageFormatElement): [name: string, value: string | number][] {
  if (part.type === TYPE.argument) return [[part.value, "word"]];
  if (part.type === TYPE.number || part.type === TYPE.plural) return [[part.value, 2_026]];
  return part.type === TYPE.select ? [[part.value, "other"]] : [];
}

const rethrow = (error: Error): never => {
  throw error;
};

/** Enough whole numbers to meet every category that whole numbers have. */
const wholeNumbers = [...Array.from({ length: 201 }, (_, n) => n), 1_000_000];

/** Returns the categories for which a plural has no branch, neither their own nor one for each of their numbers. */
function listMissingCategories({ options }: PluralElement, language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return rules.resolvedOptions().pluralCategories.filter((category) => {
    const numbers = wholeNumbers.filter((n) => rules.select(n) === category);
    const hasEach = category !== "other" && numbers.length > 0 && numbers.every((n) => `=${n}` in options);
    return !(category in options) && !hasEach;
  });
}

/** Returns the branches for several numbers that write one of them, such as `one {1 товар}`, which 21 gets as well. */
function listWrittenNumbers({ options }: PluralElement, language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return Object.entries(options).flatMap(([category, { value }]) => {
    const isShared = wholeNumbers.filter((n) => rules.select(n) === category).length > 1;
    const [first] = value;
    return isShared && first?.type === TYPE.literal && /^\d+\s/.test(first.value) ? [category] : [];
  });
}

const isPlural = (part: MessageFormatElement): part is PluralElement => part.type === TYPE.plural;

const countApostrophes = (text: string): number => text.split("'").length - 1;

/** Returns why a text is not shown as it is written; null where it is. */
function findTrap(text: string): string | null {
  if (!/\S/.test(text)) return "empty";
  if (/^\s|\s$|\s{2}/.test(text)) return "blanks that a page does not show";
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return "a control character";
  const parts = partsOf(text);
  if (parts.some(({ type }) => type === TYPE.tag)) return "a tag";
  const shown = parts.map((part) => (part.type === TYPE.literal ? countApostrophes(part.value) : 0));
  const lost = countApostrophes(text) - shown.reduce((sum, count) => sum + count, 0);
  return lost === 0 ? null : "an apostrophe that quotes; write ’";
}

describe.each(catalogues)("the texts of $surface in $language", ({ surface, language, texts }) => {
  const turkish = findTurkish(surface);
  const entries = [...texts];

  test("have exactly the keys of the Turkish ones, in their order", () => {
    expect([...texts.keys()]).toEqual([...turkish.keys()]);
  });

  test("can be parsed, and take the arguments of the Turkish ones", () => {
    for (const [key, text] of entries) expect(listArguments(text), key).toEqual(listArguments(turkish.get(key) ?? ""));
  });

  test("are formatted by the library without an error", () => {
    const messages = Object.fromEntries(entries.map(([key, text]) => [key.replaceAll(".", "/"), text]));
    const t = createTranslator<Readonly<Record<string, string>>>({ locale: language, messages, onError: rethrow });
    for (const [key, text] of entries) {
      const values = Object.fromEntries(partsOf(text).flatMap(sampleArgument));
      expect(t(key.replaceAll(".", "/"), values), key).toMatch(/\S/);
    }
  });

  test("have a plural for every number, in which a number stands for itself alone", () => {
    const faults = entries.flatMap(([key, text]) =>
      partsOf(text)
        .filter(isPlural)
        .flatMap((plural) => [
          ...listMissingCategories(plural, language).map((category) => `${key}: ${category} is missing`),
          ...listWrittenNumbers(plural, language).map((category) => `${key}: ${category} needs #`),
        ]),
    );
    expect(faults).toEqual([]);
  });

  test("are shown as they are written", () => {
    const traps = entries.map(([key, text]) => [key, findTrap(text)] as const).filter(([, trap]) => trap !== null);
    expect(traps).toEqual([]);
  });
});

/** The buyer's texts that two languages may have in common: formats, and the letters that stand for a digit. */
const maybeEqual = ["card.monthPattern", "card.yearPattern", "language.direction", "link.windowTitle"];

/** Returns the keys whose text is the one of another language, word for word. */
const listCopies = (texts: Catalogue["texts"], others: Catalogue["texts"]): string[] =>
  [...texts].filter(([key, text]) => others.get(key) === text).map(([key]) => key);

describe.each(catalogues.filter(({ surface }) => surface === "pay"))("the buyer's texts in $language", (catalogue) => {
  const sources = catalogues.filter(
    ({ surface, language }) => surface === "pay" && ["en", "tr"].includes(language) && language !== catalogue.language,
  );

  test.each(sources)("are no copies of the ones in $language", ({ texts }) => {
    expect(listCopies(catalogue.texts, texts).filter((key) => !maybeEqual.includes(key))).toEqual([]);
  });
});

test("every surface has a Turkish catalogue, and what is not the buyer's has an English one", () => {
  const surfaces = [...new Set(catalogues.map(({ surface }) => surface))];
  expect(surfaces).toEqual(expect.arrayContaining(["panel", "pay", "shared", "staff"]));
  for (const surface of surfaces) {
    const languages = catalogues.filter((one) => one.surface === surface).map(({ language }) => language);
    expect(languages, surface).toEqual(expect.arrayContaining(["en", "tr"]));
  }
});

describe("these checks find", () => {
  test.each([
    ["ru", "{n, plural, one {# товар} other {# товаров}}", ["few", "many"]],
    ["ru", "{n, plural, =1 {товар} few {# товара} many {# товаров} other {# товара}}", ["one"]],
    ["en", "{n, plural, =0 {nothing} other {# items}}", ["one"]],
    ["en", "{n, plural, =1 {an item} other {# items}}", []],
    ["ar", "{n, plural, =0 {٠} =1 {١} =2 {٢} few {#} many {#} other {#}}", []],
  ])("the categories that a plural lacks in %s: %s", (language, text, missing) => {
    expect(
      partsOf(text)
        .filter(isPlural)
        .flatMap((plural) => listMissingCategories(plural, language))
        .sort(),
    ).toEqual(missing);
  });

  test("a number in a branch that other numbers share", () => {
    const [plural] = partsOf("{n, plural, one {1 товар} few {# товара} many {# товаров} other {# товара}}").filter(
      isPlural,
    );
    expect(plural && listWrittenNumbers(plural, "ru")).toEqual(["one"]);
    expect(plural && listWrittenNumbers(plural, "en")).toEqual([]);
  });

  test.each([
    ["it's {amount}", null],
    ["'{amount}'", "an apostrophe that quotes; write ’"],
    ["it''s", "an apostrophe that quotes; write ’"],
    ["{n, plural, one {'#'} other {#}}", "an apostrophe that quotes; write ’"],
    ["<b>now</b>", "a tag"],
    ["", "empty"],
    ["one ", "blanks that a page does not show"],
    ["one\u0000", "a control character"],
  ])("what would not be shown of %j: %s", (text, trap) => expect(findTrap(text)).toBe(trap));

  test("a text that was copied and not translated", () => {
    const english = new Map([
      ["a", "Pay"],
      ["b", "Back"],
    ]);
    expect(listCopies(new Map([...english, ["b", "Zurück"]]), english)).toEqual(["a"]);
  });

  test("what a text takes", () => {
    const text = "{a} {b, number} {c, plural, one {#} other {{d}}} {e, select, true {} other {}}";
    expect(listArguments(text)).toEqual(["a: text", "b: number", "c: number", "d: text", "e: one of other, true"]);
  });
});
