/** The members and indexes that lead from the root of a document to one of its values. */
export type JsonPath = readonly (string | number)[];

/** What a JSON text says and `JSON.parse` does not tell. */
export interface JsonFindings {
  /** Whether objects and lists lie deeper in one another than allowed. Nothing else is reported then. */
  readonly isTooDeep: boolean;
  /** The first members whose object has a member of the same name before them (D-69). */
  readonly duplicates: readonly JsonPath[];
  /** The numbers that only rounding makes integers, such as 0.9999999999999999999999 (D-59). */
  readonly rounded: readonly JsonPath[];
}

const duplicatesMax = 5;

/**
 * Scans a text that `JSON.parse` has accepted, once and without recursion. A parser that keeps numbers as written and
 * reports names that come twice would replace `JSON.parse` and takes several times as long (D-213).
 * @param levelsMax how many objects and lists may lie in one another
 */
export const scanJson = (text: string, levelsMax: number): JsonFindings => new Scan(text, levelsMax).run();

/** An object or a list that the scan is in. */
interface Level {
  /** The names so far; null in a list. */
  readonly names: Set<string> | null;
  /** The name or the index of the present member. */
  at: string | number;
  /** Whether the next text is a name. */
  awaitsName: boolean;
}

class Scan {
  readonly #open: Level[] = [];
  readonly #duplicates: JsonPath[] = [];
  readonly #rounded: JsonPath[] = [];

  constructor(
    private readonly text: string,
    private readonly levelsMax: number,
  ) {}

  run(): JsonFindings {
    let position = 0;
    while (position < this.text.length) {
      const end = this.#passToken(position);
      if (this.#open.length > this.levelsMax) return { isTooDeep: true, duplicates: [], rounded: [] };
      position = end;
    }
    return { isTooDeep: false, duplicates: this.#duplicates, rounded: this.#rounded };
  }

  /** Takes note of what begins here. Returns the position after it; blanks, colons and words are passed one by one. */
  #passToken(start: number): number {
    const character = this.text[start] ?? "";
    switch (character) {
      case '"':
        return this.#passText(start);
      case "{":
        this.#open.push({ names: new Set(), at: "", awaitsName: true });
        break;
      case "[":
        this.#open.push({ names: null, at: 0, awaitsName: false });
        break;
      case "}":
      case "]":
        this.#open.pop();
        break;
      case ",":
        this.#beginMember();
        break;
      default:
        if (character === "-" || isDigit(character)) return this.#passNumber(start);
    }
    return start + 1;
  }

  #beginMember(): void {
    const level = this.#open.at(-1);
    if (typeof level?.at === "number") level.at += 1;
    else if (level) level.awaitsName = true;
  }

  #passText(start: number): number {
    const end = findTextEnd(this.text, start + 1);
    const level = this.#open.at(-1);
    if (level?.names && level.awaitsName) {
      const name = readName(this.text, start, end);
      level.at = name;
      level.awaitsName = false;
      if (level.names.has(name) && this.#duplicates.length < duplicatesMax) this.#duplicates.push(this.#path());
      level.names.add(name);
    }
    return end;
  }

  #passNumber(start: number): number {
    let end = start + 1;
    while (isInNumber(this.text[end])) end += 1;
    if (isRoundedToInteger(this.text.slice(start, end))) this.#rounded.push(this.#path());
    return end;
  }

  #path(): JsonPath {
    return this.#open.map(({ at }) => at);
  }
}

/** Returns the position after the quotation mark that ends a text. */
function findTextEnd(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, position: number): boolean {
  let backslashes = 0;
  while (text[position - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

/** Reads a name between its quotation marks. Names are equal when they are so after decoding. */
function readName(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end - 1);
  return name.includes("\\") ? JSON.parse(`"${name}"`) : name;
}

const isInNumber = (character: string | undefined): boolean =>
  character !== undefined && (isDigit(character) || "+-.eE".includes(character));

const isDigit = (character: string): boolean => character >= "0" && character <= "9";

const isRoundedToInteger = (number: string): boolean =>
  /[.eE]/.test(number) && Number.isInteger(Number(number)) && !denotesInteger(number);

/** Returns whether a JSON number denotes an integer exactly: `1`, `1.0` and `1e2` do (D-59). */
export function denotesInteger(number: string): boolean {
  const [, whole = "", part = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = whole + part;
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  const zeros = digits.length - end;
  return end === 0 || zeros + Number(exponent) >= part.length;
}
