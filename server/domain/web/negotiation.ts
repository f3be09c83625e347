import type { Language } from "../errors";

/** Returns the language that the caller prefers, or `fallback` when both or neither are equally acceptable. */
export function preferredLanguage(acceptLanguage: string | null, fallback: Language): Language {
  const ranges = parseRanges(acceptLanguage);
  const other: Language = fallback === "tr" ? "en" : "tr";
  const findWeight = (language: Language): number =>
    (ranges.find(({ name }) => toLanguage(name) === language) ?? ranges.find(({ name }) => name === "*"))?.weight ?? 0;
  return findWeight(other) > findWeight(fallback) ? other : fallback;
}

/** A language of the buyer's pages, such as `de`. Each of them has a file of texts. */
export type BuyerLanguage = string;

/**
 * Chooses the language of a buyer's page: the most preferred one that is available, where `de-AT` means `de`. A browser
 * that prefers only other languages gets English, one without a preference Turkish.
 * @param available the languages of the buyer's pages, of which `tr` and `en` are always two
 */
export function chooseBuyerLanguage(acceptLanguage: string | null, available: readonly BuyerLanguage[]): BuyerLanguage {
  const ranges = parseRanges(acceptLanguage);
  const refused = new Set(ranges.filter(({ weight }) => weight === 0).map(({ name }) => name));
  const wanted = ranges.filter(({ name, weight }) => weight > 0 && name !== "*").map(({ name }) => name);
  const found = wanted.map(toLanguage).find((language) => available.includes(language) && !refused.has(language));
  if (found !== undefined) return found;
  const [fallback, other] = wanted.length > 0 ? (["en", "tr"] as const) : (["tr", "en"] as const);
  return refused.has(fallback) ? other : fallback;
}

/** Returns whether the caller prefers HTML to JSON (D-20). A missing header and a wildcard for all types mean JSON. */
export function prefersHtml(accept: string | null): boolean {
  const ranges = parseRanges(accept);
  const html = ranges.find(({ name }) => ["text/html", "application/xhtml+xml", "text/*"].includes(name));
  const json = ranges.find(({ name }) => ["application/json", "application/*"].includes(name));
  if (!html || html.weight === 0) return false;
  if (!json || html.weight !== json.weight) return html.weight > (json?.weight ?? 0);
  return ranges.indexOf(html) < ranges.indexOf(json);
}

interface Weighted {
  readonly name: string;
  readonly weight: number;
}

/** Returns the language of a range such as `de-AT`. Some programs write `de_AT`, as operating systems do. */
const toLanguage = (range: string): string => range.replace(/[-_].*/, "");

/**
 * Returns the ranges of an Accept header by descending weight; equal ones keep the order of the header. The highest
 * weight is 1, which also stands for one that is missing or no number.
 */
const parseRanges = (header: string | null): Weighted[] =>
  (header ?? "")
    .split(",")
    .map((range) => {
      const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const weight = Number.parseFloat(parameters.find((one) => one.startsWith("q="))?.slice(2) ?? "1");
      return { name, weight: Number.isNaN(weight) ? 1 : Math.min(weight, 1) };
    })
    .filter(({ name }) => name !== "")
    .sort((a, b) => b.weight - a.weight);
