import { getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import type { LinkPage } from "@/server/domain/links/link-page";
import { toPause } from "@/server/domain/payments/buyer-page";
import {
  type StartedLinkPayment,
  type StartLinkPaymentInput,
  startLinkPayment,
} from "@/server/usecases/links/start-link-payment";
import { type PostedForm, readCard, wrongField } from "../http/posted-form";
import { paySubmitBudget } from "../limits/rate-limits";
import { linkStateAnswer, pageAnswer, type Render, refusal } from "./answers";
import { type LinkRequest, readLinkRequest } from "./link-request";
import { answerSubmit, type SubmitDoor } from "./submit";

export interface PayDoor extends SubmitDoor {
  start(input: StartLinkPaymentInput<Response>): Promise<StartedLinkPayment<Response>>;
}

/** Answers the card form of a link's page: leads on to the bank, or shows the form again with what is wrong (D-10). */
export function handlePay(request: Request, token: string, render: Render): Promise<Response> {
  const ctx = getContext();
  const linkRequest = readLinkRequest(request, token);
  return answerPay(request, linkRequest, {
    start: (input) => startLinkPayment(ctx, input),
    budget: paySubmitBudget(linkRequest.sourceIp, token),
    render,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

export const answerPay = (request: Request, linkRequest: LinkRequest, door: PayDoor): Promise<Response> =>
  answerSubmit(request, linkRequest, door, async (form, seen) => {
    const { token, language, sourceIp } = seen;
    const chosen = readChoice(form, linkRequest.envelopeLanguage);
    const bin8 = readBin(form, linkRequest.envelopeLanguage);
    const raw = readCard(form);
    const started = await door.start({
      token,
      raw,
      ...chosen,
      bin8,
      language,
      buyerIp: sourceIp,
      present: (page) => pageAnswer({ kind: "bank", ...page }, 200, seen, door),
    });
    return answerStarted(started, seen, door);
  });

async function answerStarted(
  started: StartedLinkPayment<Response>,
  linkRequest: LinkRequest,
  door: PayDoor,
): Promise<Response | null> {
  switch (started.kind) {
    case "unknown":
      return null;
    case "state":
      return linkStateAnswer(started.state, linkRequest, door);
    case "limit":
      return pageAnswer({ kind: "limit", summary: started.summary }, 422, linkRequest, door);
    case "cooling": {
      const { summary, retryAfterSeconds } = started;
      door.log.warn({ traceId: linkRequest.traceId }, "No card is taken now");
      const page: LinkPage = { kind: "trouble", summary, trouble: toPause(retryAfterSeconds) };
      return refusal(new AppError("rate_limited", "card_testing", { retryAfterSeconds }), page, linkRequest, door);
    }
    case "form":
      return started.answer;
    case "refused": {
      const { code, summary, offer, chosenCount, fields, trouble } = started;
      door.log.info({ traceId: linkRequest.traceId, code, ...(trouble && { why: trouble.name }) }, "Card refused");
      const page: LinkPage = { kind: "open", summary, entry: { offer, chosenCount, fields, trouble } };
      return refusal(new AppError(code), page, linkRequest, door);
    }
  }
}

type Chosen = Pick<StartLinkPaymentInput, "installmentCount" | "seenTotalKurus">;

/** Reads `3-128176`: the installment count that the buyer chose, and the total in kuruş that was shown with it. */
function readChoice(form: PostedForm, language: LinkRequest["envelopeLanguage"]): Chosen {
  const text = form.text("choice");
  if (text === "") return { installmentCount: null, seenTotalKurus: null };
  const [, count, total] = /^(\d{1,9})-(\d{1,15})$/.exec(text) ?? [];
  if (count === undefined || total === undefined) throw wrongField("choice", "invalid", language);
  return { installmentCount: Number(count), seenTotalKurus: BigInt(total) };
}

/** Reads the eight digits for which the form was rendered (D-49); null when it was rendered for no card. */
function readBin(form: PostedForm, language: LinkRequest["envelopeLanguage"]): string | null {
  const text = form.text("bin");
  if (text === "") return null;
  if (!/^[0-9]{8}$/.test(text)) throw wrongField("bin", "invalid", language);
  return text;
}
