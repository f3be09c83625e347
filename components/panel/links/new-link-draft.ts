import type { Control } from "react-hook-form";
import type * as z from "zod";
import type { Draft } from "@/components/ui/form/draft";
import { noLinkTexts } from "@/server/domain/links/link-texts";
import type { newLinkForm } from "@/server/domain/links/new-link";

type NewLinkSchema = ReturnType<typeof newLinkForm>;

/** What is typed of a new link. */
export type LinkDraft = Draft<z.input<NewLinkSchema>>;

/** What is sent of it. */
export type LinkDraftOutput = z.output<NewLinkSchema>;

export type LinkDraftControl = Control<LinkDraft, unknown, LinkDraftOutput>;

export const emptyDraft = (terminalId: string): LinkDraft => ({
  terminalId,
  amountKurus: null,
  customerShareBps: 0,
  allowedCounts: null,
  redirectUrl: null,
  items: [],
  ...noLinkTexts,
});
