import type { BankForm } from "@/server/banks/bank";
import { readToken } from "@/server/testing/journeys/crash";
import { defaultSubmit, pans } from "@/server/testing/journeys/link";
import { buildReturn } from "@/server/testing/journeys/payment";
import { approved, declined, testCard, unknown } from "@/server/testing/world/world";
import { expireLink } from "@/server/usecases/expiry/expire-link";
import { expirePayment } from "@/server/usecases/expiry/expire-payment";
import { cancelLink } from "@/server/usecases/links/cancel-link";
import { giveUpAttempt } from "@/server/usecases/links/give-up-attempt";
import { openLink } from "@/server/usecases/links/open-link";
import { startLinkPayment } from "@/server/usecases/links/start-link-payment";
import { completeThreeDSecure } from "@/server/usecases/payments/complete-three-d-secure";
import { startHandoff } from "@/server/usecases/payments/start-handoff";
import { findOpenPayment } from "../model/payment-effects";
import { Disagreement, type PathRun, type Subject } from "./path-run";
import { type Player, requireDone, rowAt, type Step } from "./player";

const buyer = { language: "tr", buyerIp: "192.0.2.1" } as const;

/** The count of a card that pays in installments. A direct payment is created with it. */
const installments = 3;

/**
 * Posts a card to the handoff or to the link's page. The making of the page with the bank's form waits until the path
 * goes on, except where the bank was called before it.
 */
async function submit(run: PathRun, { before }: Step, pan: string, count: number): Promise<void> {
  const place = before.attempts.indexOf(null);
  const present = async (form: BankForm): Promise<null> => {
    run.tokens.set(place, readToken(form));
    if (run.scene.bank !== "prepare") await run.stop();
    return null;
  };
  const { subject, ctx } = run;
  const raw = testCard(pan);
  await run.perform(() =>
    subject.kind === "payment"
      ? startHandoff(ctx, { ...buyer, paymentRef: subject.paymentRef, raw, present })
      : startLinkPayment(ctx, {
          ...defaultSubmit,
          token: subject.token,
          raw,
          installmentCount: count,
          present: ({ form }) => present(form),
        }),
  );
}

type LinkSubject = Extract<Subject, { kind: "link" }>;

function getLink({ subject }: PathRun): LinkSubject {
  if (subject.kind !== "link") throw new Disagreement("The path has no link");
  return subject;
}

const prepareAnswers = { approved, declined, silent: unknown } as const;

/** Completes a return of the browser with a verdict. */
export const returnBrowser = (run: PathRun, place: number, verdict: Parameters<typeof buildReturn>[1]): Promise<void> =>
  run.perform(() => completeThreeDSecure(run.ctx, buildReturn(run.tokens.get(place) ?? "", verdict)));

export const cardPlayers = {
  open_link: (run) => run.perform(() => openLink(run.ctx, { token: getLink(run).token, isOpening: true })),

  submit_card: (run, step) => submit(run, step, pans.credit, step.choice === "single" ? 1 : installments),

  /** A debit card takes no installments. */
  submit_refused_card: (run, step) => submit(run, step, pans.debit, installments),

  form_leaves: (run, { place }) => run.pass(`attempt ${place}`, approved),

  answer_prepare: (run, { place, choice }) =>
    run.pass(`attempt ${place}`, prepareAnswers[choice as keyof typeof prepareAnswers]),

  return_from_bank: (run, { place, choice }) =>
    returnBrowser(run, place, choice as "authenticated" | "not_authenticated"),

  cancel_link: (run) =>
    run.perform(() => cancelLink(run.ctx, { partnerId: run.stage.world.caller.partnerId, linkId: getLink(run).id })),

  give_up: (run) => run.perform(() => giveUpAttempt(run.ctx, { token: getLink(run).token })),

  expire_payment: (run, { before }) =>
    run.perform(() =>
      requireDone(expirePayment(run.jobs, { paymentCode: rowAt(run.rows.payments, findOpenPayment(before)).id })),
    ),

  expire_link: (run) => run.perform(() => requireDone(expireLink(run.jobs, { linkId: getLink(run).id }))),
} as const satisfies Record<string, Player>;
