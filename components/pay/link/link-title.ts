import type { LinkDocument, LinkFace, LinkPage } from "@/server/domain/links/link-page";
import { stateWordsIn } from "./state-dictionary";
import { failureSentences, obstacleSentences, paidSentences, progressSentences } from "./state-sentences";
import type { StateWords } from "./state-words";

/** The title of a link's page: what it says, and whom it is about; never who pays (D-12). */
export function linkTitle({ page, language }: LinkDocument): string {
  const words = stateWordsIn(language);
  const title = headingOf(page, words);
  const face = faceOf(page);
  return page.kind === "open" || !face ? title : words.titleOf(title, face.merchantName);
}

/** What a page may say of the link; null where none was read. */
export const faceOf = (page: LinkPage): LinkFace | null => (page.kind === "unknown" ? null : page.face);

function headingOf(page: LinkPage, words: StateWords): string {
  switch (page.kind) {
    case "open": {
      const { trouble, fields } = page.entry;
      const title = words.openTitle(page.face.merchantName);
      return trouble || Object.keys(fields).length > 0 ? words.errorTitle(title) : title;
    }
    case "in_progress":
      return progressSentences(page.progress, words).title;
    case "paid":
      return paidSentences(page.receipt, words).title;
    case "failed":
      return failureSentences(page.failure, words).title;
    case "bank":
      return words.bank.title;
    case "limit":
    case "unknown":
    case "trouble":
      return obstacleSentences(page, words).title;
    default:
      return words.info[page.kind].title;
  }
}
