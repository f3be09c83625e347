/**
 * Converts bytes from another party to a text that is safe to display (S23). Bytes that are not valid UTF-8 become the
 * replacement character. Controls and invisible characters, which could act on a terminal, hide text or change its
 * direction, are replaced by visible signs. Line feeds and tabs are kept, and CRLF becomes LF.
 */
export const visibleText = (bytes: Uint8Array): string =>
  new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(bytes)
    .replaceAll("\r\n", "\n")
    .replace(hidden, (character) => toVisibleSign(character.codePointAt(0) ?? 0));

/** Controls except line feed and tab, and format characters: direction controls, joiners, the byte order mark. */
const hidden = /[^\P{Control}\n\t]|\p{Format}/gu;

/** Returns the Unicode picture of an ASCII control, and the code point as `⟨U+…⟩` for every other character. */
function toVisibleSign(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
