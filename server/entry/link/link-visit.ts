import { chosenLanguage, visitOf } from "../http/visit";
import type { LinkVisit } from "./answers";

/** Who comes to a link's address; in the language that the address names, else the browser's. */
export function linkVisitOf(request: Request, token: string): LinkVisit {
  const visit = visitOf(request);
  const chosen = chosenLanguage(new URL(request.url).searchParams.get("lang"));
  return { ...visit, token, language: chosen ?? visit.language };
}

/** Where a link's page is, in the language of the page that leads there. */
export const linkPath = ({ token, language }: Pick<LinkVisit, "token" | "language">): string =>
  `/l/${token}?lang=${language}`;
