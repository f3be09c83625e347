import { AppError } from "@/server/domain/errors";
import { type PageRequest, readPageRequest } from "../http/page-request";

/** The facts of a request for a link's page. */
export interface LinkRequest extends PageRequest {
  readonly token: string;
  /** Whether the page is the one to which the bank's return leads. */
  readonly isResult?: boolean;
}

/** Reads the facts of a request for a link. */
export const readLinkRequest = (request: Request, token: string): LinkRequest => ({
  ...readPageRequest(request),
  token,
});

/** Returns the path of a link's page in the language of the page that leads to it. */
export const linkPath = ({ token, language }: Pick<LinkRequest, "token" | "language">): string =>
  `/l/${token}?lang=${language}`;

/** Throws method_not_allowed for a method other than GET and HEAD. */
export function requireReadMethod(method: string): void {
  if (method === "GET" || method === "HEAD") return;
  throw new AppError("method_not_allowed", undefined, { allow: ["GET", "HEAD"] });
}
