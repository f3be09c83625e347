import { stripDirectionControls } from "../direction-controls";

/**
 * Masks a payer's name for the payment page (§4.1.1, D-12): the first two characters of each word stay, and every
 * further character becomes an asterisk. A character is what a reader sees as one: a letter with its marks, or a
 * combined emoji. Spaces stay as they are. Direction controls are removed, because they could reverse the text of the
 * page around the name.
 */
export const maskPayerName = (payerName: string): string =>
  stripDirectionControls(payerName.normalize("NFC"))
    .split(/(\p{White_Space}+)/u)
    .map((part, index) => (index % 2 === 0 ? maskWord(part) : part))
    .join("");

const characters = new Intl.Segmenter("und", { granularity: "grapheme" });

function maskWord(word: string): string {
  const units = Array.from(characters.segment(word), ({ segment }) => segment);
  return units.map((unit, index) => (index < 2 ? unit : "*")).join("");
}
