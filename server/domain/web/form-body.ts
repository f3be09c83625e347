/** The charsets that banks declare. `ISO-8859-9` is decoded as windows-1254, which contains it (B-1 rule 6). */
export type Charset = "utf-8" | "iso-8859-9";

/** Form fields in their order, with repeated and empty ones, because a bank's signature may cover each of them. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** Returns the charset of a label, or null for a label that no supported bank uses. */
export function parseCharset(label: string): Charset | null {
  const name = label.trim().toLowerCase();
  if (name === "utf-8" || name === "utf8") return "utf-8";
  return ["iso-8859-9", "iso8859-9", "windows-1254", "latin5"].includes(name) ? "iso-8859-9" : null;
}

/** Returns the charset parameter of a content type, or null. */
export function parseContentTypeCharset(contentType: string): Charset | null {
  const label = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  return label === undefined ? null : parseCharset(label);
}

/**
 * Splits a form body into fields as bytes, and then decodes them with the given charset, else with the one that the
 * form's own `encoding` field names, else as UTF-8. Never throws: bytes that cannot be decoded become replacement
 * characters, and the signature check then fails.
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
  const decoder = lenientDecoder(charset ?? parseCharset(declared?.toString("latin1") ?? "") ?? "utf-8");
  return pairs.map(([name, value]) => [decoder.decode(name), decoder.decode(value)] as const);
}

const lenientDecoder = (charset: Charset) => new TextDecoder(charset, { ignoreBOM: true });

/** Converts Latin-1 text with `+` and `%xx` to bytes. A lone `%` stays a percent sign, as in browsers. */
const unescapeBytes = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll("+", " ")
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
