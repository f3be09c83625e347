import { type PayTexts, payTextsIn } from "@/messages/pay-texts";
import type { LinkDocument, LinkPage, LinkSummary } from "@/server/domain/links/link-page";
import { isolate } from "../formats";
import {
  toFailureSentences,
  toInfoSentences,
  toObstacleSentences,
  toPaidSentences,
  toProgressSentences,
} from "./state/state-sentences";

/** Returns the title of a link's page: its heading and the merchant's name, but never the payer's name (D-12). */
export function toLinkTitle({ page, language }: Pick<LinkDocument, "page" | "language">): string {
  const texts = payTextsIn(language);
  const title = findHeading(page, texts);
  const summary = findSummary(page);
  if (page.kind === "open" || !summary) return title;
  return texts.t("link.windowTitle", { title, merchantName: isolate(summary.merchantName, texts) });
}

/** Returns the link's summary, or null when no link was read. */
export const findSummary = (page: LinkPage): LinkSummary | null => (page.kind === "unknown" ? null : page.summary);

function findHeading(page: LinkPage, texts: PayTexts): string {
  const { t } = texts;
  switch (page.kind) {
    case "open": {
      const { trouble, fields } = page.entry;
      const title = t("card.title", { merchantName: isolate(page.summary.merchantName, texts) });
      return trouble || Object.keys(fields).length > 0 ? t("card.errorTitle", { title }) : title;
    }
    case "in_progress":
      return toProgressSentences(page.progress, t).title;
    case "paid":
      return toPaidSentences(page.receipt, t).title;
    case "failed":
      return toFailureSentences(page.failure, t).title;
    case "bank":
      return t("bank.title");
    case "limit":
    case "unknown":
    case "trouble":
      return toObstacleSentences(page, t).title;
    default:
      return toInfoSentences(page, t).title;
  }
}
