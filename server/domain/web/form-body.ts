/** What banks declare; `ISO-8859-9` is read as windows-1254, which contains it (protocols' common rule 6). */
export type Charset = "utf-8" | "iso-8859-9";

/** Form fields in order, repetitions and empty values kept: every one of them may be signed. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** The charset that a label stands for; null for one that no bank of ours uses. */
export function charsetOf(label: string): Charset | null {
  const name = label.trim().toLowerCase();
  if (name === "utf-8" || name === "utf8") return "utf-8";
  return ["iso-8859-9", "iso8859-9", "windows-1254", "latin5"].includes(name) ? "iso-8859-9" : null;
}

/** The charset parameter of a content type, or null. */
export function charsetOfContentType(contentType: string): Charset | null {
  const label = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  return label === undefined ? null : charsetOf(label);
}

/**
 * Reads a form body as bytes first and as text second: the charset is the one given, else the one that the
 * form's own `encoding` field names, else UTF-8. Never throws: what cannot be decoded fails its signature.
 */
export function parseForm(body: Uint8Array, charset?: Charset): FormFields {
  const pairs = Buffer.from(body)
    .toString("latin1")
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const cut = pair.indexOf("=");
      return cut === -1
        ? ([unescapeBytes(pair), Buffer.alloc(0)] as const)
        : ([unescapeBytes(pair.slice(0, cut)), unescapeBytes(pair.slice(cut + 1))] as const);
    });
  const declared = pairs.find(([name]) => name.toString("latin1").toLowerCase() === "encoding")?.[1];
  const decoder = lenientDecoder(charset ?? charsetOf(declared?.toString("latin1") ?? "") ?? "utf-8");
  return pairs.map(([name, value]) => [decoder.decode(name), decoder.decode(value)] as const);
}

const lenientDecoder = (charset: Charset) => new TextDecoder(charset, { ignoreBOM: true });

/** Latin-1 text with `+` and `%xx` to bytes; a lone `%` stands for itself, as browsers have it. */
const unescapeBytes = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll("+", " ")
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
