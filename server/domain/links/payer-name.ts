import { withoutDirectionControls } from "../direction-controls";

/**
 * A payer's name as the payment page shows it (§4.1.1, D-12): of each word the first two characters, of a word of one
 * that one, and an asterisk for each further one. A character is what a reader takes for one: a letter with its marks, a
 * family of emoji. Spaces stay as they are; controls of the writing direction are left out, since they could turn the page
 * around the name.
 */
export const maskPayerName = (payerName: string): string =>
  withoutDirectionControls(payerName.normalize("NFC"))
    .split(/(\p{White_Space}+)/u)
    .map((part, index) => (index % 2 === 0 ? maskWord(part) : part))
    .join("");

const characters = new Intl.Segmenter("und", { granularity: "grapheme" });

function maskWord(word: string): string {
  const units = Array.from(characters.segment(word), ({ segment }) => segment);
  return units.map((unit, index) => (index < 2 ? unit : "*")).join("");
}
