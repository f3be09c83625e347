import { payLanguages } from "@/messages/pay-texts";
import type { Language } from "@/server/domain/errors";
import { systemRandom } from "@/server/domain/random";
import {
  type BuyerLanguage,
  chooseBuyerLanguage,
  preferredLanguage,
  prefersHtml,
} from "@/server/domain/web/negotiation";
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
  /** The language of buyers' pages. */
  readonly language: BuyerLanguage;
  /** The language of the JSON envelope's message: English unless Turkish is preferred (D-4). */
  readonly envelopeLanguage: Language;
}

/**
 * Reads the facts of a request. The language is the one that the address names, else the browser's. A form of our own
 * pages names it in its address, so that it is known also where the form cannot be read.
 */
export function readPageRequest({ headers, url }: Pick<WebRequest, "headers"> & { url?: string }): PageRequest {
  const { sourceIp, traceId } = readCallerFacts();
  const languages = headers.get("accept-language");
  const named = url === undefined ? null : parseBuyerLanguage(new URL(url).searchParams.get("lang"));
  return {
    sourceIp,
    traceId,
    nonce: requestStore()?.nonce || systemRandom.bytes(16).toString("base64"),
    wantsPage: prefersHtml(headers.get("accept")),
    language: named ?? chooseBuyerLanguage(languages, payLanguages),
    envelopeLanguage: preferredLanguage(languages, "en"),
  };
}

/** Returns the language that a buyer's form or address names; null when buyers' pages do not have it. */
export const parseBuyerLanguage = (value: unknown): BuyerLanguage | null =>
  payLanguages.find((language) => language === value) ?? null;

/** Returns the language that an address of the merchant's pages names; null when it is neither Turkish nor English. */
export const parseLanguage = (value: unknown): Language | null => (value === "tr" || value === "en" ? value : null);
