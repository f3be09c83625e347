import { XMLParser, XMLValidator } from "fast-xml-parser";
import iconv from "iconv-lite";
import { type Charset, type FormFields, parseCharset, parseContentTypeCharset } from "../domain/web/form-body";

/** The largest message that is read, from a bank or towards the simulated bank, in bytes. */
export const maxMessageBytes = 1_048_576;

export interface XmlElement {
  readonly name: string;
  /** The element's own text, not trimmed: leading and trailing tabs of a history line are significant. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** The elements to write, in order. */
export type XmlContent = readonly (readonly [name: string, content: string | XmlContent])[];

/** Encodes fields as `application/x-www-form-urlencoded`. Throws a RangeError for a character outside the charset. */
export function encodeForm(fields: FormFields, charset: Charset = "utf-8"): Uint8Array {
  const pairs = fields.map((pair) => pair.map((text) => escapeBytes(encodeText(text, charset))).join("="));
  return Buffer.from(pairs.join("&"), "latin1");
}

/**
 * Reads an XML message in the charset of its prolog, otherwise of its content type, otherwise UTF-8 (B-1 rule 6).
 * Returns null unless the bytes are one whole well-formed document: also for one that is truncated, too large, too
 * deep, has a DOCTYPE, or has wrong bytes for its charset.
 */
export function parseXml(body: Uint8Array, contentType = ""): XmlElement | null {
  if (body.length > maxMessageBytes) return null;
  const start = Buffer.from(body.subarray(0, 200)).toString("latin1");
  const label = /^[^<]{0,8}<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1];
  const charset = label === undefined ? (parseContentTypeCharset(contentType) ?? "utf-8") : parseCharset(label);
  if (charset === null) return null;
  try {
    return parseXmlText(strictDecoder(charset).decode(body));
  } catch {
    return null;
  }
}

/** Reads a document that is text already, such as a form field's value, by the same rules as `parseXml`. */
export function parseXmlText(text: string): XmlElement | null {
  // No bank sends a document type, and one could only define entities. The parser ignores text after the document's
  // end, so the text must end with a tag.
  if (text.length > maxMessageBytes || /<!(DOCTYPE|ENTITY)/i.test(text) || !/>\s*$/.test(text)) return null;
  if (forbidden.test(text)) return null;
  try {
    if (XMLValidator.validate(text) !== true) return null;
    const nodes = readNodes(parser.parse(text));
    return nodes.children.length === 1 && nodes.text.trim() === "" ? (nodes.children[0] ?? null) : null;
  } catch {
    return null;
  }
}

/**
 * Writes a document with its prolog; characters outside the charset become references.
 * Throws a TypeError for a character that XML cannot carry.
 */
export function buildXml(root: string, content: XmlContent, charset: Charset): Uint8Array {
  const prolog = `<?xml version="1.0" encoding="${charset.toUpperCase()}"?>`;
  return encodeText(prolog + writeElement(root, content, charset), charset);
}

/**
 * Returns the trimmed texts of the children by name; null when a name occurs twice, because such an answer is unknown.
 */
export function readChildTexts(element: XmlElement): ReadonlyMap<string, string> | null {
  const texts = new Map(element.children.map((child) => [child.name, child.text.trim()]));
  return texts.size === element.children.length ? texts : null;
}

/** Returns the child of that name, or null. Throws RepeatedElement when the name occurs twice. */
export function findChild(element: XmlElement, name: string): XmlElement | null {
  const found = element.children.filter((child) => child.name === name);
  if (found.length > 1) throw new RepeatedElement(name);
  return found[0] ?? null;
}

export class RepeatedElement extends Error {}

const nestingMax = 12;

const parser = new XMLParser({
  preserveOrder: true,
  cdataPropName: "#cdata",
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: nestingMax,
  parseTagValue: false,
  processEntities: false,
  trimValues: false,
});

/** A node of the parser's ordered output: one key, which is its name, and an optional key `:@`. */
type RawNode = Readonly<Record<string, unknown>>;

function readNodes(nodes: readonly RawNode[]): Pick<XmlElement, "text" | "children"> {
  let text = "";
  const children: XmlElement[] = [];
  for (const node of nodes) {
    const [name, content] = Object.entries(node).find(([key]) => key !== ":@") ?? ["", []];
    if (name === "#text") text += decodeReferences(String(content));
    else if (name === "#cdata") text += (content as RawNode[]).map((part) => String(part["#text"])).join("");
    else children.push({ name, ...readNodes(content as RawNode[]) });
  }
  return { text, children };
}

const namedCharacters: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * Replaces references by their characters: the five names of XML, and numbers, as banks write `Z&#x130;RAAT`.
 * Throws a TypeError for any other reference, because nothing else is defined.
 */
const decodeReferences = (text: string): string =>
  text.replace(/&([^;&]*);?/g, (whole, name: string) => {
    const character = /^#(?:x[0-9a-f]{1,6}|[0-9]{1,7})$/i.test(name)
      ? String.fromCodePoint(Number(name.slice(1).replace(/^x/i, "0x")))
      : namedCharacters[name];
    if (character === undefined || !whole.endsWith(";") || forbidden.test(character))
      throw new TypeError("Reference to an undefined character");
    return character;
  });

/** The characters that an XML document may not contain, literally or as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/u;

function writeElement(name: string, content: string | XmlContent, charset: Charset): string {
  const inner =
    typeof content === "string"
      ? escapeXmlText(content, charset)
      : content.map(([child, value]) => writeElement(child, value, charset)).join("");
  return `<${name}>${inner}</${name}>`;
}

const writtenNames: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt" };

function escapeXmlText(text: string, charset: Charset): string {
  if (forbidden.test(text)) throw new TypeError("Text holds a character that XML cannot carry");
  return text.replace(/[&<>\r]|[^\t\n\r -~]/gu, (character) => {
    const name = writtenNames[character];
    if (name !== undefined) return `&${name};`;
    return character !== "\r" && isEncodable(character, charset)
      ? character
      : `&#x${character.codePointAt(0)?.toString(16)};`;
  });
}

function encodeText(text: string, charset: Charset): Buffer {
  if (charset === "utf-8") return Buffer.from(text, "utf8");
  if (!isEncodable(text, charset)) throw new RangeError("Text holds a character that its charset lacks");
  return iconv.encode(text, charset);
}

const isEncodable = (text: string, charset: Charset): boolean =>
  charset === "utf-8" || iconv.decode(iconv.encode(text, charset), charset) === text;

const strictDecoder = (charset: Charset) => new TextDecoder(charset, { fatal: true });
const escapeBytes = (bytes: Buffer): string =>
  bytes
    .toString("latin1")
    .replace(/[^A-Za-z0-9*._ -]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`)
    .replaceAll(" ", "+");
