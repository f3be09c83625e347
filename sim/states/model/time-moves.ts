import { type ClockStep, clockSteps } from "./clock";
import { Draft } from "./draft";
import { declareMoves, kindOf } from "./move";
import { isCapturing, isOpenAttempt, isOpenLink } from "./payment-effects";
import type { Rules } from "./rules";
import { sceneAt } from "./scenes";
import type { Attempt, Due, MoneyReturn, Refund, State, Work } from "./state";

// The passing of time, and the end of all processes.

/** What is over within a minute: a request reaches the bank in that time or never, and only an approval may be late. */
const brief: ReadonlySet<Work> = new Set(["asked", "orphaned", "refused", "dropped"]);

/** The same where no process is suspended: the answers, and the making of a page, are over as well. */
const briefWithoutSuspension: ReadonlySet<Work> = new Set([...brief, "preparing", "making_form", "done"]);

/** Whether anything that processes have under way is of certain kinds. */
function hasWork({ attempts, refunds }: State, isSought: (work: Work) => boolean): boolean {
  for (const attempt of attempts) {
    if (attempt === null) continue;
    const { work, voidBack, creditBack } = attempt;
    if (isSought(work) || (voidBack && isSought(voidBack.work)) || (creditBack && isSought(creditBack.work)))
      return true;
  }
  for (const refund of refunds) {
    if (refund !== null && isSought(refund.work)) return true;
  }
  return false;
}

const isBrief = (work: Work): boolean => brief.has(work);
const isBriefWithoutSuspension = (work: Work): boolean => briefWithoutSuspension.has(work);
const endsInCrash = (work: Work): boolean => crashed[work] !== work;

function ripen(due: Due, { passesEvening, crossesDayEnd }: ClockStep): Due {
  const isRipe = due === "next" || (due === "evening" && passesEvening) || (due === "day_end" && crossesDayEnd);
  return isRipe ? "now" : due;
}

const ageBack = (back: MoneyReturn | null): MoneyReturn | null =>
  back?.status === "pending" ? { ...back, isInquiryDue: true } : back;

function ageAttempt(attempt: Attempt, step: ClockStep, { intentPlansInquiry }: Rules): Attempt {
  const isPlanned = attempt.status === "unknown" || intentPlansInquiry;
  return {
    ...attempt,
    isInquiryDue: isCapturing(attempt) && isPlanned,
    isOld: isOpenAttempt(attempt),
    isDayOver: attempt.isDayOver || step.crossesDayEnd,
    look: ripen(attempt.look, step),
    voidBack: ageBack(attempt.voidBack),
    creditBack: ageBack(attempt.creditBack),
  };
}

function ageRefund(refund: Refund, step: ClockStep): Refund {
  const isPending = refund.status === "pending";
  return { ...refund, isInquiryDue: isPending, isOld: isPending, recheck: ripen(refund.recheck, step) };
}

/** What is left of the work of processes that end: a request that has left may still reach the bank. */
const crashed: Readonly<Record<Work, Work>> = {
  none: "none",
  preparing: "none",
  making_form: "form_lost",
  form_lost: "form_lost",
  asked: "orphaned",
  done: "none",
  refused: "none",
  dropped: "none",
  orphaned: "orphaned",
};

const crashBack = (back: MoneyReturn | null): MoneyReturn | null => back && { ...back, work: crashed[back.work] };

export const timeMoves = declareMoves({
  /** The clock goes to its next instant. A link's end is written down before it goes on from the last one. */
  pass_time: kindOf({
    actor: "clock",
    useCase: null,
    record: null,
    choices: [""],
    make(state, _place, _choice, rules) {
      const step = clockSteps[state.instant];
      const { hasSuspensions } = sceneAt(state.scene);
      if (!step || hasWork(state, hasSuspensions ? isBrief : isBriefWithoutSuspension)) return null;
      const isCaptureOpen = state.attempts.some((attempt) => attempt !== null && isCapturing(attempt));
      if (step.to === state.instant && isOpenLink(state) && !isCaptureOpen) return null;
      const draft = new Draft(state);
      draft.instant = step.to;
      state.payments.forEach((payment, place) => {
        if (payment?.status === "initiated" && step.isLong) draft.setPayment(place, { isDue: true });
      });
      state.attempts.forEach((attempt, place) => {
        if (attempt) draft.attempts[place] = ageAttempt(attempt, step, rules);
      });
      state.refunds.forEach((refund, place) => {
        if (refund) draft.refunds[place] = ageRefund(refund, step);
      });
      if (state.request?.status === "waiting") {
        draft.request = { ...state.request, isOver: state.request.isOver || step.endsRequests };
      }
      return draft;
    },
  }),

  /** All processes end at once, and new ones begin. */
  crash: kindOf({
    actor: "crash",
    useCase: null,
    record: null,
    choices: [""],
    make(state) {
      if (!hasWork(state, endsInCrash)) return null;
      const draft = new Draft(state);
      state.attempts.forEach((attempt, place) => {
        if (!attempt) return;
        const [voidBack, creditBack] = [crashBack(attempt.voidBack), crashBack(attempt.creditBack)];
        draft.setAttempt(place, { work: crashed[attempt.work], voidBack, creditBack });
      });
      state.refunds.forEach((refund, place) => {
        if (refund) draft.setRefund(place, { work: crashed[refund.work] });
      });
      return draft;
    },
  }),
});
