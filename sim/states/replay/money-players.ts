import { randomBytes } from "node:crypto";
import { inquireCapture } from "@/server/usecases/captures/inquire-capture";
import { inquireMoneyReturn } from "@/server/usecases/captures/inquire-money-return";
import { recheckCapture } from "@/server/usecases/captures/recheck-capture";
import { settleCaptureManually } from "@/server/usecases/captures/settle-capture-manually";
import { inquireRefund } from "@/server/usecases/refunds/inquire-refund";
import { recheckRefund } from "@/server/usecases/refunds/recheck-refund";
import { settleRefundManually } from "@/server/usecases/refunds/settle-refund-manually";
import { startRefund } from "@/server/usecases/refunds/start-refund";
import { findCaptured } from "../model/refund-effects";
import { findBack, toBack } from "../model/return-moves";
import type { Attempt, State } from "../model/state";
import { type BankAnswers, nothingShown, showOrder, silence, toMoneyAnswer } from "./bank-answers";
import { toKurus } from "./compare";
import { Disagreement, type MoveAnswers, type PathRun } from "./path-run";
import { type Player, requireDone, rowAt } from "./player";

function attemptAt({ attempts }: State, place: number): Attempt {
  const attempt = attempts[place];
  if (!attempt) throw new Disagreement(`The model has no attempt ${place + 1}`);
  return attempt;
}

/** What the bank says when it is asked about an attempt. `unread`: its history does not come. */
function answerAboutAttempt(state: State, place: number, choice: string): BankAnswers {
  if (choice === "silent") return silence;
  if (choice === "not_shown") return nothingShown;
  const shown = showOrder(state, attemptAt(state, place));
  return choice.endsWith("_unread") ? { ...shown, history: silence.history } : shown;
}

function findReturnId({ rows }: PathRun, place: number): string {
  const { attempt, back } = toBack(place);
  const { id: attemptId } = rowAt(rows.attempts, attempt);
  const method = back === "voidBack" ? "void" : "credit";
  const row = rows.returns.findLast((each) => each.attemptId === attemptId && each.method === method);
  if (!row) throw new Disagreement("The product has no such return");
  return row.id;
}

/** What the bank's history of the captured order is, as far as a choice shows it. */
function answerAboutRefund(state: State, place: number | null, choice: string): BankAnswers {
  const captured = findCaptured(state);
  if (choice === "silent" || choice.endsWith("unread") || !captured) return silence;
  const hidden = choice === "not_shown" && place !== null ? (state.refunds[place] ?? null) : null;
  return showOrder(state, captured, hidden);
}

/** What the bank says when a refund begins. */
export const answerAtStart = (state: State, choice: string): BankAnswers => answerAboutRefund(state, null, choice);

/** Returns the code of the captured payment. */
export function findCapturedCode({ rows }: PathRun): string {
  const captured = rows.payments.find(({ status }) => status === "captured");
  if (!captured) throw new Disagreement("The product has no captured payment");
  return captured.id;
}

/** What an inquiry says that confirms an approval: it agrees, it does not, or the process ends before it. */
const confirmations: Readonly<Record<string, MoveAnswers>> = { unconfirmed: nothingShown, unasked: "process_ends" };

const manual = { reason: "Seen at the bank", evidence: "Statement, line 7", decidedBy: "staff@vezne.test" } as const;

const toVerdict = (choice: string) =>
  (choice === "give_back_unread" ? "give_back" : choice) as Parameters<typeof settleCaptureManually>[1]["verdict"];

/** A decision of the bank changes nothing at the product before its answer arrives. */
const atBank: Player = async () => undefined;

export const moneyPlayers = {
  decide_capture_at_bank: atBank,

  answer_capture: (run, { place, choice, before }) => {
    const outcome = toMoneyAnswer(attemptAt(before, place).work, choice);
    const confirmation = confirmations[choice] ?? answerAboutAttempt(before, place, "shown");
    return run.pass(`attempt ${place}`, outcome, confirmation);
  },

  inquire_capture: (run, { place, choice, before }) =>
    run.perform(
      () => requireDone(inquireCapture(run.jobs, { attemptId: rowAt(run.rows.attempts, place).id })),
      answerAboutAttempt(before, place, choice),
    ),

  decide_capture_by_hand: (run, { place, choice, before }) => {
    const { paymentId: paymentCode } = rowAt(run.rows.attempts, place);
    const input = { ...manual, paymentCode, verdict: toVerdict(choice) };
    return run.perform(() => settleCaptureManually(run.ctx, input), answerAboutAttempt(before, place, choice));
  },

  look_at_capture: (run, { place, choice, before }) =>
    run.perform(
      () => requireDone(recheckCapture(run.jobs, { attemptId: rowAt(run.rows.attempts, place).id })),
      answerAboutAttempt(before, place, choice),
    ),

  decide_return_at_bank: atBank,

  answer_return: (run, { place, choice, before }) =>
    run.pass(`back ${place}`, toMoneyAnswer(findBack(before, place)?.work ?? "none", choice)),

  inquire_return: (run, { place, choice, before }) => {
    const attempt = attemptAt(before, toBack(place).attempt);
    const hidden = choice === "not_shown" ? findBack(before, place) : null;
    return run.perform(
      () => requireDone(inquireMoneyReturn(run.jobs, { returnId: findReturnId(run, place) })),
      choice === "silent" ? silence : showOrder(before, attempt, hidden),
    );
  },

  start_refund: (run, { choice, before }) => {
    const isWhole = choice.startsWith("whole");
    const isSameDay = findCaptured(before)?.isDayOver === false;
    const input = {
      caller: run.stage.world.caller,
      paymentCode: findCapturedCode(run),
      partnerRefundCode: `refund-${randomBytes(6).toString("hex")}`,
      // On the day of the capture only the endpoint for credits takes a part (D-25).
      way: !isWhole && isSameDay ? "credit" : "automatic",
      amountKurus: isWhole ? null : toKurus(1),
    } as const;
    return run.perform(() => startRefund(run.ctx, input), answerAtStart(before, choice));
  },

  decide_refund_at_bank: atBank,

  answer_refund: (run, { place, choice, before }) =>
    run.pass(`refund ${place}`, toMoneyAnswer(before.refunds[place]?.work ?? "none", choice)),

  inquire_refund: (run, { place, choice, before }) =>
    run.perform(
      () => requireDone(inquireRefund(run.jobs, { refundId: rowAt(run.rows.refunds, place).id })),
      answerAboutRefund(before, place, choice),
    ),

  recheck_refund: (run, { place, choice, before }) =>
    run.perform(
      () => requireDone(recheckRefund(run.jobs, { refundId: rowAt(run.rows.refunds, place).id })),
      answerAboutRefund(before, place, choice),
    ),

  decide_refund_by_hand: (run, { place, after }) => {
    const refundId = rowAt(run.rows.refunds, place).id;
    const outcome = after.refunds[place]?.status === "approved" ? "approved" : "declined";
    return run.perform(() => settleRefundManually(run.ctx, { refundId, outcome }));
  },
} as const satisfies Record<string, Player>;
