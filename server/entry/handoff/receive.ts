import { getContext } from "@/server/context";
import { AppError, type Language } from "@/server/domain/errors";
import { fieldSentence, problem } from "@/server/domain/field-words";
import type { BuyerPage } from "@/server/domain/payments/buyer-page";
import type { CardFieldErrors } from "@/server/domain/payments/card-form";
import type { Log } from "@/server/usecases/ctx";
import { type OpenedCardForm, openCardForm } from "@/server/usecases/payments/open-card-form";
import {
  type StartedHandoff,
  type StartHandoffInput,
  startHandoff,
} from "@/server/usecases/payments/start-handoff";
import { toAppError, withoutBody } from "../http/http";
import { type Visit, visitOf } from "../http/visit";
import { takeHandoffBudget } from "../limits/rate-limits";
import { allowedMethods, pageAnswer, type Render, refusal } from "./answers";
import { type HandoffRequest, readHandoffRequest } from "./handoff-form";

export interface HandoffDoor {
  open(input: { paymentRef: string }): Promise<OpenedCardForm>;
  start(input: StartHandoffInput): Promise<StartedHandoff>;
  /** Throws rate_limited. */
  takeBudget(sourceIp: string): Promise<void>;
  readonly render: Render;
  readonly log: Log;
}

/** The card handoff (§4.7): the address to which a buyer's browser posts the card, or a reference alone. */
export function handleHandoff(request: Request, render: Render): Promise<Response> {
  const ctx = getContext();
  return answerHandoff(request, visitOf(request), {
    open: (input) => openCardForm(ctx, input),
    start: (input) => startHandoff(ctx, input),
    takeBudget: takeHandoffBudget,
    render,
    log: ctx.log,
  });
}

/** Answers in the order of D-20; never rejects. Authorised by the reference alone, so any site may post (D-45). */
export async function answerHandoff(request: Request, visit: Visit, door: HandoffDoor): Promise<Response> {
  try {
    if (request.method !== "POST") throw new AppError("method_not_allowed", undefined, allowedMethods);
    await door.takeBudget(visit.sourceIp);
    const form = await readHandoffRequest(request, visit.envelopeLanguage);
    const seen = { ...visit, language: form.language ?? visit.language };
    return await (form.raw ? startWith(form, form.raw, seen, door) : showForm(form, seen, door));
  } catch (thrown) {
    const error = toAppError(thrown, visit.traceId, door.log);
    const page: BuyerPage = { kind: "trouble", payment: null, trouble: { name: error.code } };
    const answer = await refusal(error, page, visit, door.render);
    return request.method === "HEAD" ? withoutBody(answer) : answer;
  }
}

async function showForm({ paymentRef }: HandoffRequest, visit: Visit, door: HandoffDoor): Promise<Response> {
  const opened = await door.open({ paymentRef });
  return opened.kind === "open"
    ? pageAnswer({ kind: "card", payment: opened.view, paymentRef }, 200, visit, door.render)
    : refuse(opened, paymentRef, visit, door);
}

async function startWith(
  { paymentRef }: HandoffRequest,
  raw: StartHandoffInput["raw"],
  visit: Visit,
  door: HandoffDoor,
): Promise<Response> {
  const { language, sourceIp } = visit;
  const started = await door.start({ paymentRef, raw, language, buyerIp: sourceIp });
  if (started.kind === "rejected") return refuse(started, paymentRef, visit, door);
  const payment = started.view;
  return started.kind === "form"
    ? pageAnswer({ kind: "bank", payment, form: started.form }, 200, visit, door.render)
    : pageAnswer({ kind: "limit", payment, paymentRef }, 422, visit, door.render);
}

type Rejected = Extract<StartedHandoff, { kind: "rejected" }>;

/** The refusal of a known or unknown payment; the empty card form stands below it where another card may be tried. */
function refuse(
  { code, view, reason, why, fields, canRetry }: Rejected,
  paymentRef: string,
  visit: Visit,
  door: HandoffDoor,
): Promise<Response> {
  door.log.info({ traceId: visit.traceId, code, ...(reason && { reason }) }, "Handoff refused");
  const trouble = { name: code, ...(reason && { declineReason: reason }), ...(why && { why }) };
  const page: BuyerPage =
    canRetry && view
      ? { kind: "card", payment: view, paymentRef, trouble, ...(fields && { fields }) }
      : { kind: "trouble", payment: view, trouble };
  const details = fields ? { message: fieldsMessage(fields, visit.envelopeLanguage) } : {};
  return refusal(new AppError(code, code, details), page, visit, door.render);
}

/** `pan: is not valid; cv2: is required` (D-4); never what was sent. */
const fieldsMessage = (fields: CardFieldErrors, language: Language): string =>
  Object.entries(fields)
    .map(
      ([name, what]) =>
        `${name}: ${fieldSentence(problem(what === "missing" ? "required" : "invalid"), language)}`,
    )
    .join("; ");
