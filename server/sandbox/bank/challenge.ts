import { parseForm } from "@/server/domain/web/form-body";
import type { Answer } from "./answer";
import type { CardOutcome } from "./cards";
import { takeMoment } from "./moment";
import { type PageLanguage, pageWords } from "./pages/page-words";
import { challengePage, noticePage, returnPage } from "./pages/pages";
import {
  decideAuthentication,
  findAuthentication,
  type StoredAuthentication,
  type Verdict,
} from "./records/authentications";
import type { BankRequest, SimulatedProtocol, Simulator } from "./simulator";

/** The one-time code that confirms an authentication. */
export const oneTimeCode = "123456";

/**
 * Answers for the 3-D Secure page of one authentication: GET shows it, POST submits the buyer's code or the cancel
 * button.
 */
export async function answerChallenge(
  simulator: Simulator,
  protocols: readonly SimulatedProtocol[],
  request: BankRequest,
): Promise<Answer> {
  const authentication = await findAuthentication(simulator.pool, request.path.slice("/3ds/".length));
  const protocol = protocols.find(({ name }) => name === authentication?.protocol);
  const language = chosenLanguage(request) ?? authentication?.language ?? "tr";
  if (authentication === null || protocol === undefined) return noticePage("unknown", language);
  if (request.method === "POST") return finish(simulator, protocol, authentication, request.body, language);
  if (authentication.state !== "waiting") return noticePage("over", language);
  const merchant = protocol.merchantName(simulator.shops, authentication.shop);
  return challengePage(authentication, merchant, language);
}

/**
 * Decides the authentication once. After a double click the browser drops the first answer, so a second POST gets the
 * first answer again, also with another code.
 */
async function finish(
  simulator: Simulator,
  protocol: SimulatedProtocol,
  authentication: StoredAuthentication,
  body: Uint8Array,
  language: PageLanguage,
): Promise<Answer> {
  const { outcome, reference } = authentication;
  const form = Object.fromEntries(parseForm(body));
  const isConfirmed = form.action !== "cancel" && form.code?.trim() === oneTimeCode;
  const verdict: Verdict = isConfirmed && !failsAnyway.includes(outcome) ? "authenticated" : "failed";
  const genuine = protocol.callback(simulator.shops, authentication, verdict, await takeMoment(simulator));
  // A special callback of a test card replaces the result of a buyer who typed the right code, and of no other buyer.
  const returned = isConfirmed && outcome !== "approved" ? protocol.forge(outcome, genuine) : genuine;
  const callback = isConfirmed && outcome === "callback_missing" ? null : returned;
  const decides = await decideAuthentication(simulator.pool, reference, verdict, callback);
  const final = decides ? callback : ((await findAuthentication(simulator.pool, reference))?.callback ?? null);
  if (final === null) return noticePage("undelivered", language);
  const page = returnPage(final, language);
  return decides && isConfirmed && outcome === "callback_twice" ? { ...page, postsFirst: final } : page;
}

/** The cards that fail also with the right code. The failure of the second one is then forged into a success. */
const failsAnyway: readonly CardOutcome[] = ["three_ds_failed", "callback_forged_fields"];

const chosenLanguage = ({ query }: BankRequest): PageLanguage | null => {
  const chosen = query.get("lang");
  return chosen !== null && Object.hasOwn(pageWords, chosen) ? (chosen as PageLanguage) : null;
};
