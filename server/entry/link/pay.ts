import { getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import type { LinkPage } from "@/server/domain/links/link-page";
import {
  type StartedLinkPayment,
  type StartLinkPaymentInput,
  startLinkPayment,
} from "@/server/usecases/links/start-link-payment";
import { type PostedForm, readCard, wrongField } from "../http/posted-form";
import { paySubmitBudget } from "../limits/rate-limits";
import { type LinkVisit, pageAnswer, type Render, refusal, sceneAnswer } from "./answers";
import { linkVisitOf } from "./link-visit";
import { answerSubmit, type SubmitDoor } from "./submit";

export interface PayDoor extends SubmitDoor {
  start(input: StartLinkPaymentInput): Promise<StartedLinkPayment>;
}

/** Where the card form of a link's page goes: on to the bank, or back with what is wrong (D-10). */
export function handlePay(request: Request, token: string, render: Render): Promise<Response> {
  const ctx = getContext();
  const visit = linkVisitOf(request, token);
  return answerPay(request, visit, {
    start: (input) => startLinkPayment(ctx, input),
    budget: paySubmitBudget(visit.sourceIp, token),
    render,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

export const answerPay = (request: Request, visit: LinkVisit, door: PayDoor): Promise<Response> =>
  answerSubmit(request, visit, door, async (form, seen) => {
    const { token, language, sourceIp } = seen;
    const chosen = readChoice(form, visit.envelopeLanguage);
    const bin8 = readBin(form, visit.envelopeLanguage);
    const raw = readCard(form);
    return answerStarted(
      await door.start({ token, raw, ...chosen, bin8, language, buyerIp: sourceIp }),
      seen,
      door,
    );
  });

async function answerStarted(
  started: StartedLinkPayment,
  visit: LinkVisit,
  door: PayDoor,
): Promise<Response | null> {
  switch (started.kind) {
    case "unknown":
      return null;
    case "scene":
      return sceneAnswer(started.scene, visit, door);
    case "limit":
      return pageAnswer({ kind: "limit", face: started.face }, 422, visit, door);
    case "form": {
      const { kind: _, ...page } = started;
      return pageAnswer({ kind: "bank", ...page }, 200, visit, door);
    }
    case "refused": {
      const { code, face, offer, chosenCount, fields, trouble } = started;
      door.log.info({ traceId: visit.traceId, code, ...(trouble && { why: trouble.name }) }, "Card refused");
      const page: LinkPage = { kind: "open", face, entry: { offer, chosenCount, fields, trouble } };
      return refusal(new AppError(code), page, visit, door);
    }
  }
}

type Chosen = Pick<StartLinkPaymentInput, "installmentCount" | "seenTotalKurus">;

/** `3-128176`: the count that the buyer chose, and the total in kuruş that was shown with it. */
function readChoice(form: PostedForm, language: LinkVisit["envelopeLanguage"]): Chosen {
  const text = form.text("choice");
  if (text === "") return { installmentCount: null, seenTotalKurus: null };
  const [, count, total] = /^(\d{1,9})-(\d{1,15})$/.exec(text) ?? [];
  if (count === undefined || total === undefined) throw wrongField("choice", "invalid", language);
  return { installmentCount: Number(count), seenTotalKurus: BigInt(total) };
}

/** The first eight digits that the form was made for (D-49); null: it was made for no card. */
function readBin(form: PostedForm, language: LinkVisit["envelopeLanguage"]): string | null {
  const text = form.text("bin");
  if (text === "") return null;
  if (!/^[0-9]{8}$/.test(text)) throw wrongField("bin", "invalid", language);
  return text;
}
