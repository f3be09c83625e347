import type { CardEntry } from "@/server/domain/links/link-page";
import { cardFieldNotes } from "../field-notes";
import { Notice } from "../notice";
import type { Words } from "../words";
import { openTrouble } from "./open-trouble";
import type { OpenWords } from "./open-words";

interface OpenNoticeProps {
  readonly entry: CardEntry;
  readonly words: OpenWords;
  readonly base: Words;
}

/** The notice above a link's form: also about the card's first digits, where they are asked for alone. */
export function OpenNotice({ entry, words, base }: OpenNoticeProps) {
  const { bin, ...errors } = entry.fields;
  return (
    <Notice
      sentences={entry.trouble ? openTrouble(entry.trouble, entry, words, base) : null}
      fields={[...(bin ? [{ name: "bin", text: words.bin[bin] }] : []), ...cardFieldNotes(errors, base)]}
      asksForCard={!bin}
      words={base}
    />
  );
}
