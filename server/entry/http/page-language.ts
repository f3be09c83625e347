import { payLanguages } from "@/messages/pay-texts";
import type { Language } from "@/server/domain/errors";
import { type BuyerLanguage, chooseBuyerLanguage, preferredLanguage } from "@/server/domain/web/negotiation";
import { requestStore, type WebRequest } from "@/server/request-store";
import { parseBuyerLanguage, parseLanguage } from "./page-request";
import { readCookie } from "./request-facts";

/** The cookie with the language that a user chose in the panel. It is no secret. */
const languageCookie = "vezne-language";

type PageHeaders = Pick<WebRequest["headers"], "get">;

/**
 * Chooses the language of a merchant's page of the framework and of the document around it: `?lang=` of the address,
 * else the user's choice in the panel, else the browser's preference, else Turkish.
 */
export function pageLanguage(headers: PageHeaders): Language {
  const chosen = parseLanguage(findAddressLanguage());
  const kept = parseLanguage(readCookie(headers.get("cookie") ?? "", languageCookie));
  return chosen ?? kept ?? preferredLanguage(headers.get("accept-language"), "tr");
}

/** Chooses the language of a buyer's page of the framework: `?lang=` of the address, else the browser's preference. */
export const buyerPageLanguage = (headers: PageHeaders): BuyerLanguage =>
  parseBuyerLanguage(findAddressLanguage()) ?? chooseBuyerLanguage(headers.get("accept-language"), payLanguages);

/** Returns `?lang=`. It comes from the request store, because the framework does not pass the query to layouts. */
function findAddressLanguage(): string | null {
  const target = requestStore()?.target ?? "";
  return new URLSearchParams(target.slice(target.indexOf("?") + 1 || target.length)).get("lang");
}
