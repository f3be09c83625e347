import type { Language } from "@/server/domain/errors";
import { preferredLanguage } from "@/server/domain/web/negotiation";
import { requestStore, type WebRequest } from "@/server/request-store";
import { cookieOf } from "./cookies";
import { chosenLanguage } from "./visit";

/** What somebody chose in the panel; no secret. */
const languageCookie = "vezne-language";

/**
 * The language of a page of the framework's, and of the document around it: what the address names by `?lang=`, which a
 * layout is not told of, else what was chosen in the panel, else what the browser prefers, else Turkish.
 */
export function pageLanguage(headers: Pick<WebRequest["headers"], "get">): Language {
  const target = requestStore()?.target ?? "";
  const query = target.slice(target.indexOf("?") + 1 || target.length);
  const chosen = chosenLanguage(new URLSearchParams(query).get("lang"));
  const kept = chosenLanguage(cookieOf(headers.get("cookie") ?? "", languageCookie));
  return chosen ?? kept ?? preferredLanguage(headers.get("accept-language"), "tr");
}
