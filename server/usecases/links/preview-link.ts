import { type LinkDraft, linkPreview, type PreviewCard } from "@/server/domain/links/link-preview";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { getActiveTerms } from "../pricing/installment-terms";

export interface PreviewLinkInput extends LinkDraft {
  readonly account: ActingAccount;
  readonly terminalId: string;
}

export interface LinkPreview {
  readonly commissionBasis: "gross" | "net";
  readonly cards: readonly PreviewCard[];
}

/**
 * What buyers would be offered on a link before it is created, by the kinds of their cards, and what each option leaves the
 * merchant (D-29, D-30). Throws terminal_not_allowed.
 */
export async function previewLink(
  ctx: Ctx,
  { account, terminalId, ...draft }: PreviewLinkInput,
): Promise<LinkPreview> {
  const terms = await getActiveTerms(ctx, account, terminalId);
  return { commissionBasis: terms.commissionBasis, cards: linkPreview(terms, draft) };
}
