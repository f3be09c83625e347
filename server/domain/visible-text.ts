/**
 * What somebody else has sent, as a text that is safe to look at (S23): bytes that are no UTF-8 become the replacement
 * character, and whatever could act on a terminal, hide or turn the page around is shown as a sign of its own. Line feeds and
 * tabs stay what they are.
 */
export const visibleText = (bytes: Uint8Array): string =>
  new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(bytes)
    .replaceAll("\r\n", "\n")
    .replace(hidden, (character) => signOf(character.codePointAt(0) ?? 0));

/** Controls but for line feed and tab, and characters without a shape: directions, joiners, a byte order mark. */
const hidden = /[^\P{Control}\n\t]|\p{Format}/gu;

/** Controls have pictures of their own; the others are named by their number. */
function signOf(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
