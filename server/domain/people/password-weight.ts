import { findTouchingKeys } from "./keyboard-walks";

/**
 * Returns what a word counts, in lower case without marks: less than its letters, because it would be tried; 0 for a
 * text that is no word.
 */
export type WordWeight = (text: string) => number;

/** What the first row or walk counts, however long it is. */
const runWeight = 2;

/** The shortest row (`abc`, `111`), the shortest walk over a keyboard, and the shortest and longest word. */
const lengths = { row: 3, walk: 4, wordMin: 4, wordMax: 24 };

/**
 * Returns how many characters of a password a guesser cannot predict. The first row or walk over a keyboard counts two,
 * each further one counts one, and a word counts what `weighWord` says. Up to six digits and signs beside them count
 * one together, because people dress words up that way. Equal parts count once, every other character counts one. Of a
 * text that repeats a unit only the unit counts.
 */
export function weighPassword(password: string, weighWord: WordWeight): number {
  const points = findUnit([...password]);
  const parts = [...findRows(points), ...findWalks(points), ...findWords(points, weighWord)];
  return addUp(points, choose(points.length, parts));
}

interface Part {
  /** A row or a walk is a run. */
  readonly kind: "run" | "word";
  readonly start: number;
  /** The index behind its last character. */
  readonly end: number;
  readonly weight: number;
}

interface Step {
  readonly weight: number;
  /** The part that ends here; null for a single character. */
  readonly last: Part | null;
}

/** Chooses parts that do not overlap, so that as few characters as possible remain. Returns them in order. */
function choose(length: number, parts: readonly Part[]): Part[] {
  const byEnd: Part[][] = Array.from({ length: length + 1 }, () => []);
  for (const part of parts) byEnd[part.end]?.push(part);
  const steps: Step[] = [{ weight: 0, last: null }];
  for (let end = 1; end <= length; end += 1) {
    const single: Step = { weight: (steps[end - 1]?.weight ?? 0) + 1, last: null };
    const ways = (byEnd[end] ?? []).map((last) => ({ weight: (steps[last.start]?.weight ?? 0) + last.weight, last }));
    steps.push([single, ...ways].reduce((best, way) => (way.weight < best.weight ? way : best)));
  }
  const chosen: Part[] = [];
  for (let end = length; end > 0; ) {
    const part = steps[end]?.last ?? null;
    if (part) chosen.unshift(part);
    end = part ? part.start : end - 1;
  }
  return chosen;
}

/** Adds up the parts and what is between them. */
function addUp(points: readonly string[], parts: readonly Part[]): number {
  const weights = new Map<string, number>();
  for (const { kind, start, end, weight } of parts) {
    const plain = points.slice(start, end).map(fold);
    const text = `${kind} ${kind === "word" ? toLetters(plain).join("") : plain.join("")}`;
    const isFurtherRun =
      kind === "run" && [...weights.keys()].some((other) => other.startsWith("run ") && other !== text);
    if (!weights.has(text)) weights.set(text, isFurtherRun ? 1 : weight);
  }
  for (const rest of findRests(points, parts)) {
    const isDressing = parts.length > 0 && dressing.test(rest);
    weights.set(isDressing ? rest : `rest ${weights.size}`, isDressing ? 1 : [...rest].length);
  }
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0);
}

/** Returns the texts before, between and behind the parts. */
function findRests(points: readonly string[], parts: readonly Part[]): string[] {
  const starts = [0, ...parts.map(({ end }) => end)];
  const ends = [...parts.map(({ start }) => start), points.length];
  return starts.map((start, index) => points.slice(start, ends[index]).join("")).filter((rest) => rest !== "");
}

const dressing = /^[^\p{L}\p{Extended_Pictographic}]{1,6}$/u;

/** A picture is no key of a keyboard, so guessers do not try it repeated. */
const isPicture = (point: string | undefined): boolean => /\p{Extended_Pictographic}/u.test(point ?? "");

/** Returns the unit of a text that repeats it (`abcabcab` → `abc`), else the text. */
function findUnit(points: readonly string[]): readonly string[] {
  if (points.some(isPicture)) return points;
  const plain = points.map(fold);
  for (let length = 1; length * 2 <= plain.length; length += 1) {
    if (plain.every((point, index) => index < length || point === plain[index - length]))
      return points.slice(0, length);
  }
  return points;
}

/** Finds runs of one character and of neighbours: in the code, among digits in a circle, in the Turkish alphabet. */
function findRows(points: readonly string[]): Part[] {
  const plain = points.map(fold);
  const alphabet = [...turkishAlphabet].map(fold).join("");
  const steps = plain.map((point, index) => findStep(plain[index - 1], point));
  const parts = findRuns(steps, lengths.row, (step, former) => step !== null && (former === null || step === former));
  // The folded alphabet has letters twice (c, ç), so a part of it is found by comparing, not by steps.
  for (let start = 0; start < plain.length; start += 1) {
    for (let end = start + lengths.row; end <= plain.length; end += 1) {
      const text = plain.slice(start, end).join("");
      if (!alphabet.includes(text) && !alphabet.includes([...text].reverse().join(""))) break;
      parts.push({ kind: "run", start, end, weight: runWeight });
    }
  }
  return parts;
}

const turkishAlphabet = "abcçdefgğhıijklmnoöprsştuüvyz";

/** Returns 0, 1 or -1 for neighbours; null for other characters. */
function findStep(before: string | undefined, point: string): number | null {
  if (before === undefined || isPicture(point)) return null;
  const step = (point.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  if (/^\d\d$/.test(before + point) && Math.abs(step) === 9) return step < 0 ? 1 : -1;
  return Math.abs(step) <= 1 ? step : null;
}

/** Finds walks over the keys of a keyboard. A capital I is that of either i. */
function findWalks(points: readonly string[]): Part[] {
  const readings = [points.map((point) => lower(point, "i")), points.map((point) => lower(point, "ı"))];
  return readings
    .flatMap(findTouchingKeys)
    .flatMap((touching) => findRuns(touching, lengths.walk, (isTouching) => isTouching));
}

/** Finds the words, also where digits and signs stand for letters (`p4ssw0rd`). */
function findWords(points: readonly string[], weighWord: WordWeight): Part[] {
  const plain = points.map(fold);
  const read = toLetters(plain);
  const parts: Part[] = [];
  for (let start = 0; start < points.length; start += 1) {
    for (let end = start + lengths.wordMin; end <= Math.min(points.length, start + lengths.wordMax); end += 1) {
      const letters = plain.slice(start, end).filter((point) => /\p{L}/u.test(point)).length;
      if (letters * 2 < end - start) continue;
      const weight = [plain, read].map((text) => weighWord(text.slice(start, end).join(""))).find((found) => found > 0);
      if (weight !== undefined) parts.push({ kind: "word", start, end, weight });
    }
  }
  return parts;
}

/** Reads digits and signs as the letters that they stand for. */
const toLetters = (plain: readonly string[]): string[] => plain.map((point) => lookalikes[point] ?? point);

const lookalikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** Finds every part of at least `min` characters in which each character but the first continues the part. */
function findRuns<T>(values: readonly T[], min: number, continues: (value: T, former: T | null) => boolean): Part[] {
  const parts: Part[] = [];
  for (let start = 0; start < values.length; start += 1) {
    for (let end = start + 1; end < values.length; end += 1) {
      const former = end === start + 1 ? null : (values[end - 1] as T);
      if (!continues(values[end] as T, former)) break;
      if (end + 1 - start >= min) parts.push({ kind: "run", start, end: end + 1, weight: runWeight });
    }
  }
  return parts;
}

const lower = (point: string, smallOfCapitalI: string): string =>
  point === "I" ? smallOfCapitalI : point === "İ" ? "i" : point.toLowerCase();

/** Returns one character in lower case without its marks: `Ş` → `s`, `ı` → `i`. */
const fold = (point: string): string => [...lower(point, "i").normalize("NFKD").replace("ı", "i")][0] ?? point;
