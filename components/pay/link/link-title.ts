import type { LinkDocument, LinkPage, LinkSummary } from "@/server/domain/links/link-page";
import { stateWordsIn } from "../dictionary";
import { toFailureSentences, toObstacleSentences, toPaidSentences, toProgressSentences } from "./state/state-sentences";
import type { StateWords } from "./state/state-words";

/** Returns the title of a link's page: its heading and the merchant's name, but never the payer's name (D-12). */
export function toLinkTitle({ page, language }: LinkDocument): string {
  const words = stateWordsIn(language);
  const title = findHeading(page, words);
  const summary = findSummary(page);
  return page.kind === "open" || !summary ? title : words.windowTitle(title, summary.merchantName);
}

/** Returns the link's summary, or null when no link was read. */
export const findSummary = (page: LinkPage): LinkSummary | null => (page.kind === "unknown" ? null : page.summary);

function findHeading(page: LinkPage, words: StateWords): string {
  switch (page.kind) {
    case "open": {
      const { trouble, fields } = page.entry;
      const title = words.openTitle(page.summary.merchantName);
      return trouble || Object.keys(fields).length > 0 ? words.errorTitle(title) : title;
    }
    case "in_progress":
      return toProgressSentences(page.progress, words).title;
    case "paid":
      return toPaidSentences(page.receipt, words).title;
    case "failed":
      return toFailureSentences(page.failure, words).title;
    case "bank":
      return words.bank.title;
    case "limit":
    case "unknown":
    case "trouble":
      return toObstacleSentences(page, words).title;
    default:
      return words.info[page.kind].title;
  }
}
