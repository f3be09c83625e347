import { getContext } from "@/server/context";
import { AppError, type Language } from "@/server/domain/errors";
import { fieldSentence, problem } from "@/server/domain/field-words";
import { type BuyerPage, toPause } from "@/server/domain/payments/buyer-page";
import type { CardFieldErrors, RawCard } from "@/server/domain/payments/card-form";
import type { BuyerLanguage } from "@/server/domain/web/negotiation";
import type { Log } from "@/server/usecases/ctx";
import { type OpenedCardForm, openCardForm } from "@/server/usecases/payments/open-card-form";
import { type StartedHandoff, type StartHandoffInput, startHandoff } from "@/server/usecases/payments/start-handoff";
import { toAppError, withoutBody } from "../http/json-answer";
import { type PageRequest, readPageRequest } from "../http/page-request";
import { cardNames, readCard, readPostedForm } from "../http/posted-form";
import { takeHandoffBudget } from "../limits/rate-limits";
import { allowedMethods, pageAnswer, type Render, refusal } from "./answers";

export interface HandoffDoor {
  open(input: { paymentRef: string }): Promise<OpenedCardForm>;
  start(input: StartHandoffInput<Response>): Promise<StartedHandoff<Response>>;
  /** Throws rate_limited. */
  takeBudget(sourceIp: string): Promise<void>;
  readonly render: Render;
  readonly log: Log;
}

/** Answers the card handoff (§4.7): a buyer's browser posts the card, or the reference alone. */
export function handleHandoff(request: Request, render: Render): Promise<Response> {
  const ctx = getContext();
  return answerHandoff(request, readPageRequest(request), {
    open: (input) => openCardForm(ctx, input),
    start: (input) => startHandoff(ctx, input),
    takeBudget: takeHandoffBudget,
    render,
    log: ctx.log,
  });
}

/**
 * Checks in the order of D-20. Never rejects. The reference alone authorises the request, so any site may post (D-45).
 */
export async function answerHandoff(request: Request, pageRequest: PageRequest, door: HandoffDoor): Promise<Response> {
  let chosenRequest = pageRequest;
  try {
    if (request.method !== "POST") throw new AppError("method_not_allowed", undefined, allowedMethods);
    await door.takeBudget(pageRequest.sourceIp);
    const form = await readHandoffRequest(request, pageRequest.envelopeLanguage);
    chosenRequest = { ...pageRequest, language: form.language ?? pageRequest.language };
    return await (form.raw ? startWith(form, form.raw, chosenRequest, door) : showForm(form, chosenRequest, door));
  } catch (thrown) {
    const error = toAppError(thrown, pageRequest.traceId, door.log);
    const page: BuyerPage = { kind: "trouble", payment: null, trouble: { name: error.code } };
    const answer = await refusal(error, page, chosenRequest, door.render);
    return request.method === "HEAD" ? withoutBody(answer) : answer;
  }
}

async function showForm(
  { paymentRef }: HandoffRequest,
  pageRequest: PageRequest,
  door: HandoffDoor,
): Promise<Response> {
  const opened = await door.open({ paymentRef });
  return opened.kind === "open"
    ? pageAnswer({ kind: "card", payment: opened.view, paymentRef }, 200, pageRequest, door.render)
    : refuse(opened, paymentRef, pageRequest, door);
}

async function startWith(
  { paymentRef }: HandoffRequest,
  raw: RawCard,
  pageRequest: PageRequest,
  door: HandoffDoor,
): Promise<Response> {
  const { language, sourceIp } = pageRequest;
  const started = await door.start({
    paymentRef,
    raw,
    language,
    buyerIp: sourceIp,
    present: (form, payment) => pageAnswer({ kind: "bank", payment, form }, 200, pageRequest, door.render),
  });
  if (started.kind === "rejected") return refuse(started, paymentRef, pageRequest, door);
  if (started.kind === "form") return started.answer;
  return pageAnswer({ kind: "limit", payment: started.view, paymentRef }, 422, pageRequest, door.render);
}

type Rejected = Extract<StartedHandoff<Response>, { kind: "rejected" }>;

/**
 * Refuses the handoff of a known or unknown payment. Where another card may be tried, the page has an empty card form.
 */
function refuse(
  { code, view, reason, why, fields, isBankUnreachable, retryAfterSeconds, canRetry }: Rejected,
  paymentRef: string,
  pageRequest: PageRequest,
  door: HandoffDoor,
): Promise<Response> {
  door.log.info({ traceId: pageRequest.traceId, code, ...(reason && { reason }) }, "Handoff refused");
  const isPaused = retryAfterSeconds !== undefined;
  const trouble = isPaused
    ? toPause(retryAfterSeconds)
    : {
        name: code,
        ...(reason && { declineReason: reason }),
        ...(why && { why }),
        ...(isBankUnreachable && { isBankUnreachable }),
      };
  const page: BuyerPage =
    canRetry && view
      ? { kind: "card", payment: view, paymentRef, trouble, ...(fields && { fields }) }
      : { kind: "trouble", payment: view, trouble, paymentRef };
  const details = {
    ...(fields && { message: fieldsMessage(fields, pageRequest.envelopeLanguage) }),
    ...(isPaused && { retryAfterSeconds }),
  };
  return refusal(new AppError(code, code, details), page, pageRequest, door.render);
}

/** Formats `pan: is not valid; cv2: is required` (D-4), never the values. */
const fieldsMessage = (fields: CardFieldErrors, language: Language): string =>
  Object.entries(fields)
    .map(([name, what]) => `${name}: ${fieldSentence(problem(what === "missing" ? "required" : "invalid"), language)}`)
    .join("; ");

/** A form that a browser posts to the handoff (§4.7). Without any card field it requests the card-entry form. */
interface HandoffRequest {
  /** The payment's reference; empty when it was not sent, which is no valid reference. */
  readonly paymentRef: string;
  readonly raw: RawCard | null;
  /** The language that was chosen on the page; null when none was. */
  readonly language: BuyerLanguage | null;
}

/** Reads the form. Throws payload_too_large, unsupported_media_type and validation_error. */
async function readHandoffRequest(request: Request, language: Language): Promise<HandoffRequest> {
  const form = await readPostedForm(request, language);
  return {
    paymentRef: form.text("paymentRef"),
    raw: cardNames.some((name) => form.has(name)) ? readCard(form) : null,
    language: form.language,
  };
}
