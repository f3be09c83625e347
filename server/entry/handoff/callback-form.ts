import type { ReturnFields } from "@/server/usecases/complete-handoff";

/**
 * The fields of a bank's form in order, repetitions kept: all of them are signed. Banks write Turkish letters in
 * UTF-8 or ISO-8859-9, as the content type or the form's own `encoding` field says, so bytes are read first and
 * text second. Never throws: what cannot be decoded fails its signature.
 */
export function readCallbackForm(body: Uint8Array, contentType: string): ReturnFields {
  const pairs = Buffer.from(body)
    .toString("latin1")
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const cut = pair.indexOf("=");
      const [name, value] = cut === -1 ? [pair, ""] : [pair.slice(0, cut), pair.slice(cut + 1)];
      return [unescapeBytes(name), unescapeBytes(value)] as const;
    });
  const declared = pairs.find(([name]) => name.toString("latin1").toLowerCase() === "encoding")?.[1];
  const label =
    /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? declared?.toString("latin1") ?? "";
  const decoder = new TextDecoder(isTurkishLatin(label) ? "windows-1254" : "utf-8", { ignoreBOM: true });
  return pairs.map(([name, value]) => [decoder.decode(name), decoder.decode(value)] as const);
}

const isTurkishLatin = (label: string): boolean =>
  ["iso-8859-9", "iso8859-9", "windows-1254", "latin5"].includes(label.trim().toLowerCase());

const unescapeBytes = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll("+", " ")
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
