import type { Language } from "../errors";

/** The language that a caller prefers; `fallback` when it says nothing of either, or likes both the same. */
export function preferredLanguage(acceptLanguage: string | null, fallback: Language): Language {
  const ranges = weighted(acceptLanguage);
  const other: Language = fallback === "tr" ? "en" : "tr";
  const weightOf = (language: Language): number =>
    (ranges.find(({ name }) => name.split("-")[0] === language) ?? ranges.find(({ name }) => name === "*"))
      ?.weight ?? 0;
  return weightOf(other) > weightOf(fallback) ? other : fallback;
}

/** Whether an answer is better given as a page than as JSON (D-20): `*` and silence mean JSON. */
export function prefersHtml(accept: string | null): boolean {
  const ranges = weighted(accept);
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

/** The ranges of an Accept header, best first; equal ones in the order of the header. */
const weighted = (header: string | null): Weighted[] =>
  (header ?? "")
    .split(",")
    .map((range) => {
      const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const weight = Number.parseFloat(parameters.find((one) => one.startsWith("q="))?.slice(2) ?? "1");
      return { name, weight: Number.isNaN(weight) ? 1 : weight };
    })
    .filter(({ name }) => name !== "")
    .sort((a, b) => b.weight - a.weight);
