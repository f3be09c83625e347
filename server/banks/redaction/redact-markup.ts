import { pageElement, type Reading, readingOf } from "./redact-names";
import type { Search } from "./redact-secrets";
import { hideInWords, mark, readAs, shownName } from "./redact-text";

/** One piece of XML or HTML: CDATA, what says nothing, a tag, text. Each begins where the last one ended. */
const piece =
  /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<[?!][^<>]*(?:>|$)|<(\/?)([^\s<>/!?][^\s<>/]*)([^<>]*)(?:>|$)|([^<]+|<)/gy;

interface Open {
  readonly name: string;
  readonly reading: Reading | null;
  /** Whether something stands in it already; its end is on a line of its own then. */
  isFilled: boolean;
}

/** Deeper is no message of a bank's. */
const depthMax = 40;

/** Written out line by line while the pieces come. */
class Page {
  private readonly lines: string[] = [];
  private readonly open: Open[] = [];
  /** Text since the last element that counts: what a page puts in several elements may be one number. */
  private text = "";
  /** Whether the last tag ends within a value in quotes: what follows is the rest of that. */
  private isWithinQuotes = false;
  constructor(private readonly secrets: Search) {}

  /** False when there is too much within each other. */
  addTag(isEnd: boolean, name: string, attributes: string): boolean {
    const reading = readingOf(name, this.open.at(-1)?.name);
    const ofPage = reading === null ? pageElement(name) : null;
    if (ofPage === null) this.flush();
    else if (ofPage === "block") this.text += "\n";
    this.isWithinQuotes = (attributes.match(/["']/g)?.length ?? 0) % 2 === 1;
    if (ofPage !== null) return true;
    if (isEnd) this.close(name);
    else if (/\/\s*$/.test(attributes)) this.write(`<${shownName(name)}/>`);
    else {
      this.write(`<${shownName(name)}>`);
      this.open.push({ name, reading, isFilled: false });
    }
    return this.open.length < depthMax;
  }

  addText(text: string): void {
    this.text += this.isWithinQuotes ? mark : withoutReferences(text);
  }

  /** What has been read, and what was left open. */
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
      for (const line of hideInWords(lines.filter(Boolean).join("\n"), this.secrets).split("\n"))
        this.write(line);
    }
  }

  private put(own: Open | undefined, text: string): void {
    if (!own || own.isFilled) this.write(text);
    else this.lines.push(`${this.lines.pop() ?? ""}${text}`);
  }

  /** An end that nothing has begun is left out; one ends what was left open within it. */
  private close(name: string): void {
    const at = this.open.findLastIndex((one) => one.name === name);
    if (at === -1) return;
    const [first, ...within] = this.open.splice(at);
    const end = `</${shownName(name)}>`;
    if (!first?.isFilled && within.length === 0) this.lines.push(`${this.lines.pop() ?? ""}${end}`);
    else this.lines.push(`${"  ".repeat(at)}${end}`);
  }

  private write(line: string): void {
    const own = this.open.at(-1);
    if (own) own.isFilled = true;
    this.lines.push(`${"  ".repeat(this.open.length)}${line}`);
  }
}

/** XML or HTML with an element to a line and no attributes, comments or instructions; never throws, whatever it is. */
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

/** References to characters written out; what is none stays as it is. */
const withoutReferences = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedCharacters[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    if (code > 0x10ffff) return "";
    return String.fromCodePoint(code).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u, " ");
  });
