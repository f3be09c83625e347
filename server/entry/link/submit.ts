import { AppError } from "@/server/domain/errors";
import { isSecretToken } from "@/server/domain/ids";
import { type PostedForm, readPostedForm } from "../http/posted-form";
import type { LinkBudget } from "../limits/rate-limits";
import { type LinkDoor, type LinkVisit, troubleAnswer, unknownLink } from "./answers";

export interface SubmitDoor extends LinkDoor {
  /** How often this may be asked (D-8). */
  readonly budget: LinkBudget;
}

/** Answers a form that was posted from a link's page; throws AppError, and answers null where no link has the token. */
export type Submit = (form: PostedForm, visit: LinkVisit) => Promise<Response | null>;

/**
 * What all forms of a link's pages go through before anything is read: method, token, where they come from, how often,
 * and form (D-7). Never rejects.
 */
export async function answerSubmit(
  request: Request,
  visit: LinkVisit,
  door: SubmitDoor,
  submit: Submit,
): Promise<Response> {
  let seen = visit;
  try {
    if (request.method !== "POST") throw new AppError("method_not_allowed", undefined, { allow: ["POST"] });
    if (!isSecretToken(visit.token)) throw unknownLink();
    requireOwnPage(request);
    await door.budget.take();
    const form = await readPostedForm(request, visit.envelopeLanguage);
    seen = { ...visit, language: form.language ?? visit.language };
    const answer = await submit(form, seen);
    if (answer) return answer;
    await door.budget.forget();
    throw unknownLink();
  } catch (thrown) {
    return troubleAnswer(thrown, request.method, seen, door);
  }
}

/**
 * Only our own pages post here (D-45): otherwise any page on the web could have its readers try stolen cards on a link,
 * each from an address with a budget of its own. Pages with our referrer policy send `Origin: null`, and WebViews may
 * send none, so what the browser says of the site counts where it says anything.
 */
function requireOwnPage(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw notOurs(site);
  const origin = request.headers.get("origin");
  if (origin === null || origin === "null") return;
  const host = URL.canParse(origin) ? new URL(origin).host : "";
  if (host !== request.headers.get("host")?.toLowerCase()) throw notOurs("another origin");
}

const notOurs = (from: string): AppError => new AppError("access_denied", `A form from elsewhere: ${from}`);
