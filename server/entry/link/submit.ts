import { AppError } from "@/server/domain/errors";
import { isSecretToken } from "@/server/domain/ids";
import { type PostedForm, readPostedForm } from "../http/posted-form";
import type { LinkBudget } from "../limits/rate-limits";
import { type LinkDoor, troubleAnswer, unknownLink } from "./answers";
import type { LinkRequest } from "./link-request";

export interface SubmitDoor extends LinkDoor {
  /** The budget of these requests (D-8). */
  readonly budget: LinkBudget;
}

/** Answers a form that was posted from a link's page. Throws AppError; returns null when no link has the token. */
export type Submit = (form: PostedForm, linkRequest: LinkRequest) => Promise<Response | null>;

/**
 * Answers a form of a link's page after the checks that all of them share: method, token, origin, budget and form
 * (D-7). Never rejects.
 */
export async function answerSubmit(
  request: Request,
  linkRequest: LinkRequest,
  door: SubmitDoor,
  submit: Submit,
): Promise<Response> {
  let chosenRequest = linkRequest;
  try {
    if (request.method !== "POST") throw new AppError("method_not_allowed", undefined, { allow: ["POST"] });
    if (!isSecretToken(linkRequest.token)) throw unknownLink();
    requireOwnPage(request);
    await door.budget.take();
    const form = await readPostedForm(request, linkRequest.envelopeLanguage);
    chosenRequest = { ...linkRequest, language: form.language ?? linkRequest.language };
    const answer = await submit(form, chosenRequest);
    if (answer) return answer;
    await door.budget.forget();
    throw unknownLink();
  } catch (thrown) {
    return troubleAnswer(thrown, request.method, chosenRequest, door);
  }
}

/**
 * Accepts forms of the product's own pages only (D-45). Otherwise any page on the web could make its readers try stolen
 * cards on a link, each from an address with its own budget. Pages with the product's referrer policy send `Origin:
 * null`, and WebViews may send no Origin, so `Sec-Fetch-Site` decides where the browser sends it.
 */
function requireOwnPage(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw foreignFormError(site);
  const origin = request.headers.get("origin");
  if (origin === null || origin === "null") return;
  const host = URL.canParse(origin) ? new URL(origin).host : "";
  if (host !== request.headers.get("host")?.toLowerCase()) throw foreignFormError("another origin");
}

const foreignFormError = (from: string): AppError =>
  new AppError("access_denied", `The form comes from another site: ${from}`);
