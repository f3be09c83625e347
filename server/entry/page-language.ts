import type { Language } from "@/server/domain/errors";
import { preferredLanguage } from "@/server/domain/negotiation";
import { requestStore, type WebRequest } from "@/server/request-store";
import { chosenLanguage } from "./visit";

/**
 * The language of a page of the framework's, and of the document around it: what the address names by `?lang=`, which a
 * layout is not told of, else what the browser prefers, else Turkish.
 */
export function pageLanguage(headers: Pick<WebRequest["headers"], "get">): Language {
  const target = requestStore()?.target ?? "";
  const query = target.slice(target.indexOf("?") + 1 || target.length);
  const chosen = chosenLanguage(new URLSearchParams(query).get("lang"));
  return chosen ?? preferredLanguage(headers.get("accept-language"), "tr");
}
