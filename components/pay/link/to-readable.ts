import { isVisible, stripDirectionControls } from "@/server/domain/direction-controls";
import type { LinkDocument, LinkPage, LinkSummary } from "@/server/domain/links/link-page";

/**
 * Removes direction controls from the merchant's texts, because they could reverse the text of the page around them, and
 * omits texts without visible characters. The API still returns the texts unchanged.
 */
export function toReadable(document: LinkDocument): LinkDocument {
  const { page } = document;
  if (page.kind === "unknown" || page.summary === null) return document;
  return { ...document, page: { ...page, summary: readableSummary(page.summary) } as LinkPage };
}

const readableSummary = (summary: LinkSummary): LinkSummary => ({
  ...summary,
  payerName: summary.payerName !== null && isVisible(summary.payerName.replaceAll("*", "")) ? summary.payerName : null,
  description: readableText(summary.description),
  items:
    summary.items?.map(({ name, note, amountKurus }) => ({
      name: stripDirectionControls(name),
      note: readableText(note),
      amountKurus,
    })) ?? null,
});

function readableText(text: string | null): string | null {
  const kept = stripDirectionControls(text ?? "");
  return isVisible(kept) ? kept : null;
}
