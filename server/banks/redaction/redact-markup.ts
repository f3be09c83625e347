import { findPageElement, findReading, type Reading } from "./redact-names";
import type { Search } from "./redact-secrets";
import { hideInWords, mark, readAs, redactName } from "./redact-text";

/**
 * Matches one piece of XML or HTML: CDATA, a comment, an instruction or declaration, a tag, or text. Each piece begins
 * where the last one ended.
 */
const piece =
  /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<[?!][^<>]*(?:>|$)|<(\/?)([^\s<>/!?][^\s<>/]*)([^<>]*)(?:>|$)|([^<]+|<)/gy;

interface Open {
  readonly name: string;
  readonly reading: Reading | null;
  /** Whether lines were already written inside the element; its end tag then gets a line of its own. */
  isFilled: boolean;
}

/** The depth limit; no bank's message is deeper. */
const depthMax = 40;

/** Collects the pieces of a document and writes them line by line. */
class Page {
  private readonly lines: string[] = [];
  private readonly open: Open[] = [];
  /** The text since the last tag that is written out: a page may spread one number over several elements. */
  private text = "";
  /** Whether the last tag ended inside a quoted value, so the following text is the rest of that value. */
  private isWithinQuotes = false;
  constructor(private readonly secrets: Search) {}

  /** Adds a tag. Returns false when the nesting reaches the depth limit. */
  addTag(isEnd: boolean, name: string, attributes: string): boolean {
    const reading = findReading(name, this.open.at(-1)?.name);
    const layout = reading === null ? findPageElement(name) : null;
    if (layout === null) this.flush();
    else if (layout === "block") this.text += "\n";
    this.isWithinQuotes = (attributes.match(/["']/g)?.length ?? 0) % 2 === 1;
    if (layout !== null) return true;
    if (isEnd) this.close(name);
    else if (/\/\s*$/.test(attributes)) this.write(`<${redactName(name)}/>`);
    else {
      this.write(`<${redactName(name)}>`);
      this.open.push({ name, reading, isFilled: false });
    }
    return this.open.length < depthMax;
  }

  addText(text: string): void {
    this.text += this.isWithinQuotes ? mark : withoutReferences(text);
  }

  /** Returns the written lines, including those of elements that were left open. */
  end(): string {
    this.flush();
    return this.lines.join("\n");
  }

  private flush(): void {
    const text = this.text;
    this.text = "";
    if (text.trim() === "") return;
    const own = this.open.at(-1);
    if (this.open.some(({ reading }) => reading === null)) this.put(own, mark);
    else if (own) this.put(own, readAs(own.reading, text, this.secrets));
    else {
      const lines = text.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
      for (const line of hideInWords(lines.filter(Boolean).join("\n"), this.secrets).split("\n")) this.write(line);
    }
  }

  private put(own: Open | undefined, text: string): void {
    if (!own || own.isFilled) this.write(text);
    else this.lines.push(`${this.lines.pop() ?? ""}${text}`);
  }

  /** Closes an element and all elements that were left open inside it; ignores an end tag without a start tag. */
  private close(name: string): void {
    const at = this.open.findLastIndex((one) => one.name === name);
    if (at === -1) return;
    const [first, ...within] = this.open.splice(at);
    const end = `</${redactName(name)}>`;
    if (!first?.isFilled && within.length === 0) this.lines.push(`${this.lines.pop() ?? ""}${end}`);
    else this.lines.push(`${"  ".repeat(at)}${end}`);
  }

  private write(line: string): void {
    const own = this.open.at(-1);
    if (own) own.isFilled = true;
    this.lines.push(`${"  ".repeat(this.open.length)}${line}`);
  }
}

/** Redacts XML or HTML: one element per line, without attributes, comments and instructions. Never throws. */
export function redactMarkup(text: string, secrets: Search): string {
  const page = new Page(secrets);
  for (const [, cdata, slash, name, attributes = "", plain] of text.matchAll(piece)) {
    if (name === undefined) page.addText(cdata ?? plain ?? "");
    else if (!page.addTag(slash === "/", name, attributes)) return `${page.end()}\n${mark}`;
  }
  return page.end();
}

const namedCharacters: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Decodes references to characters; other text stays unchanged. */
const withoutReferences = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedCharacters[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    if (code > 0x10ffff) return "";
    return String.fromCodePoint(code).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u, " ");
  });
