import { randomBytes } from "node:crypto";
import type { Language } from "@/server/domain/errors";
import { preferredLanguage, prefersHtml } from "@/server/domain/web/negotiation";
import { requestStore, type WebRequest } from "@/server/request-store";
import { requestFacts } from "./http";

/** Who comes to a page and how it wants to be answered (D-20). */
export interface Visit {
  readonly sourceIp: string;
  readonly traceId: string;
  /** Allows the style sheet and the script of this one answer (D-22). */
  readonly nonce: string;
  /** False: errors are JSON. */
  readonly wantsPage: boolean;
  /** Of pages: Turkish unless English is preferred. */
  readonly language: Language;
  /** Of the JSON envelope's message: English unless Turkish is preferred (D-4). */
  readonly envelopeLanguage: Language;
}

export function visitOf({ headers }: Pick<WebRequest, "headers">): Visit {
  const { sourceIp, traceId } = requestFacts();
  const languages = headers.get("accept-language");
  return {
    sourceIp,
    traceId,
    nonce: requestStore()?.nonce || randomBytes(16).toString("base64"),
    wantsPage: prefersHtml(headers.get("accept")),
    language: preferredLanguage(languages, "tr"),
    envelopeLanguage: preferredLanguage(languages, "en"),
  };
}

/** A language that was chosen on a page; null: none of ours was. */
export const chosenLanguage = (value: unknown): Language | null =>
  value === "tr" || value === "en" ? value : null;
