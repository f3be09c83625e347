import { encodeForm } from "@/server/banks/wire";
import { parseForm } from "@/server/domain/web/form-body";
import type { Answer } from "./answer";
import type { CardOutcome } from "./cards";
import { type PageLanguage, pageWords } from "./pages/page-words";
import { challengePage, noticePage, returnPage } from "./pages/pages";
import {
  type BrowserForm,
  decideAuthentication,
  findAuthentication,
  type StoredAuthentication,
  type Verdict,
} from "./records/authentications";
import type { BankRequest, SimulatedProtocol, Simulator } from "./simulator";

/** The right one-time code. */
export const oneTimeCode = "123456";

/** The 3-D Secure page of one authentication: GET shows it, POST brings the buyer's code or the cancel button. */
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
 * Decides once. A second POST (a double click, whose first answer the browser drops) is answered like the first,
 * whatever it says.
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
  const genuine = protocol.callback(simulator.shops, authentication, verdict, await simulator.now());
  // What is special about a card's callback happens to a buyer who did everything right, and to no other.
  const brought = isConfirmed && outcome !== "approved" ? protocol.forge(outcome, genuine) : genuine;
  const callback = isConfirmed && outcome === "callback_missing" ? null : brought;
  const decides = await decideAuthentication(simulator.pool, reference, verdict, callback);
  const final = decides
    ? callback
    : ((await findAuthentication(simulator.pool, reference))?.callback ?? null);
  if (final === null) return noticePage("undelivered", language);
  if (decides && isConfirmed && outcome === "callback_twice") await deliver(final, simulator.closing);
  return returnPage(final, language);
}

/** Cards that fail whatever is typed; the second one's failure is then dressed up as a success. */
const failsAnyway: readonly CardOutcome[] = ["three_ds_failed", "callback_forged_fields"];

const chosenLanguage = ({ query }: BankRequest): PageLanguage | null => {
  const chosen = query.get("lang");
  return chosen !== null && Object.hasOwn(pageWords, chosen) ? (chosen as PageLanguage) : null;
};

/** Longer than a merchant may think before it answers a browser. */
const deliveryTimeoutMs = 20_000;

/**
 * Takes a form to the merchant the way a browser would, so that the browser's own visit is the second. Sent from
 * here since a page cannot post twice without a script. What the merchant answers is of no interest.
 */
async function deliver({ action, fields }: BrowserForm, closing: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(action, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", origin: "null" },
      body: Buffer.from(encodeForm(fields)),
      redirect: "manual",
      signal: AbortSignal.any([closing, AbortSignal.timeout(deliveryTimeoutMs)]),
    });
    await answer.body?.cancel();
  } catch {
    // Unreachable: then the browser's visit is the only one.
  }
}
