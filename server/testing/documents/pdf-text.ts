import { inflateSync } from "node:zlib";

/** Returns the text of a PDF that our own code wrote, a line for each text that it draws, in the order of drawing. */
export function readPdfText(file: Uint8Array): string {
  const objects = readObjects(Buffer.from(file));
  const letters = readFonts(objects);
  const lines: string[] = [];
  for (const { stream } of objects.values()) {
    if (stream?.includes(" Tf\n")) lines.push(...readLines(stream, letters));
  }
  return lines.join("\n");
}

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string | null;
}

/** The letters of the glyphs of each typeface, by the name that the pages give it. */
type Fonts = ReadonlyMap<string, ReadonlyMap<string, string>>;

function readObjects(file: Buffer): ReadonlyMap<string, PdfObject> {
  const source = file.toString("latin1");
  const objects = new Map<string, PdfObject>();
  for (const { 1: id = "", index, 0: head } of source.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const from = index + head.length;
    const streamAt = source.indexOf("\nstream\n", from);
    const end = source.indexOf("\nendobj", from);
    const hasStream = streamAt >= 0 && streamAt < end;
    const dictionary = source.slice(from, hasStream ? streamAt : end);
    const bytes = hasStream ? file.subarray(streamAt + "\nstream\n".length) : null;
    const stream = bytes && dictionary.includes("/FlateDecode") ? inflateSync(bytes).toString("latin1") : null;
    objects.set(id, { dictionary, stream });
  }
  return objects;
}

function readFonts(objects: ReadonlyMap<string, PdfObject>): Fonts {
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const { dictionary } of objects.values()) {
    for (const { 1: name = "", 2: id = "" } of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? "")?.[1];
      fonts.set(name, readLetters(objects.get(map ?? "")?.stream ?? ""));
    }
  }
  return fonts;
}

/** Reads a map from glyphs to letters, whose ranges list the letters of consecutive glyphs. */
function readLetters(map: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const { 1: from = "", 2: list = "" } of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    const units = [...list.matchAll(/<([0-9a-f ]+)>/g)].map(([, hex = ""]) => hex.replaceAll(" ", ""));
    for (const [index, hex] of units.entries()) {
      const glyph = (Number.parseInt(from, 16) + index).toString(16).padStart(4, "0");
      letters.set(glyph, Buffer.from(hex, "hex").swap16().toString("utf16le"));
    }
  }
  return letters;
}

function readLines(stream: string, fonts: Fonts): string[] {
  let font = "";
  const lines: string[] = [];
  for (const line of stream.split("\n")) {
    font = /^\/(F\d+) [\d.]+ Tf$/.exec(line)?.[1] ?? font;
    if (!line.endsWith("TJ")) continue;
    const glyphs = [...line.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
    lines.push(glyphs.map((glyph) => fonts.get(font)?.get(glyph) ?? "?").join(""));
  }
  return lines;
}
