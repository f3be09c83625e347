import { randomBytes } from "node:crypto";
import type { Language } from "@/server/domain/errors";
import { preferredLanguage, prefersHtml } from "@/server/domain/web/negotiation";
import { requestStore, type WebRequest } from "@/server/request-store";
import { readCallerFacts } from "./request-facts";

/** The facts of a request for a page: the client, and the form and language of the answer that it wants (D-20). */
export interface PageRequest {
  readonly sourceIp: string;
  readonly traceId: string;
  /** The nonce that allows the style sheet and the script of this one answer (D-22). */
  readonly nonce: string;
  /** Whether the client prefers HTML; when false, errors are JSON. */
  readonly wantsPage: boolean;
  /** The language of pages: Turkish unless English is preferred. */
  readonly language: Language;
  /** The language of the JSON envelope's message: English unless Turkish is preferred (D-4). */
  readonly envelopeLanguage: Language;
}

export function readPageRequest({ headers }: Pick<WebRequest, "headers">): PageRequest {
  const { sourceIp, traceId } = readCallerFacts();
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

/** Returns the language that a form or an address names; null when it is neither Turkish nor English. */
export const parseLanguage = (value: unknown): Language | null => (value === "tr" || value === "en" ? value : null);
