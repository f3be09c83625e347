import type { Language } from "@/server/domain/errors";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { requestStore, type WebRequest } from "@/server/request-store";
import { parseLanguage } from "./page-request";
import { readCookie } from "./request-facts";

/** The cookie with the language that a user chose in the panel. It is no secret. */
const languageCookie = "vezne-language";

/**
 * Chooses the language of a page of the framework and of the document around it: `?lang=` of the address, else the
 * user's choice in the panel, else the browser's preference, else Turkish. The query comes from the request store,
 * because the framework does not pass it to layouts.
 */
export function pageLanguage(headers: Pick<WebRequest["headers"], "get">): Language {
  const target = requestStore()?.target ?? "";
  const query = target.slice(target.indexOf("?") + 1 || target.length);
  const chosen = parseLanguage(new URLSearchParams(query).get("lang"));
  const kept = parseLanguage(readCookie(headers.get("cookie") ?? "", languageCookie));
  return chosen ?? kept ?? preferredLanguage(headers.get("accept-language"), "tr");
}
