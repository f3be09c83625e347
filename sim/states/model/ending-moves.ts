import { Draft } from "./draft";
import { declareMoves, kindOf } from "./move";
import {
  abandonAttempts,
  applyDue,
  closeLink,
  endPayment,
  expireIfDue,
  expireLink,
  findOpenAttempt,
  findOpenPayment,
  isLinkDue,
  isOpenLink,
  isSuspended,
} from "./payment-effects";

// How a payment or a link ends without the bank: by its merchant, by its buyer, or by time.

export const endingMoves = declareMoves({
  cancel_link: kindOf({
    actor: "merchant",
    useCase: "cancelLink",
    record: null,
    choices: [""],
    make(state, _place, _choice, rules) {
      const payment = findOpenPayment(state);
      if (!isOpenLink(state) || isLinkDue(state) || (payment >= 0 && isSuspended(state, payment, rules))) return null;
      const draft = new Draft(state);
      closeLink(draft, payment, "cancelled");
      return draft;
    },
  }),

  /** The buyer of a link gives a running attempt up, two minutes after its start at the earliest (D-10). */
  give_up: kindOf({
    actor: "buyer",
    useCase: "giveUpAttempt",
    record: null,
    choices: [""],
    make(state, _place, _choice, rules) {
      if (!isOpenLink(state)) return null;
      const draft = new Draft(state);
      applyDue(draft, rules);
      const payment = findOpenPayment(draft);
      const attempt = payment < 0 ? -1 : findOpenAttempt(draft, payment);
      if (attempt < 0 || isSuspended(draft, payment, rules) || !draft.getAttempt(attempt).isOld) return null;
      abandonAttempts(draft, payment);
      endPayment(draft, payment, "failed");
      return draft;
    },
  }),

  expire_payment: kindOf({
    actor: "job",
    useCase: "expirePayment",
    record: null,
    choices: [""],
    make(state, _place, _choice, rules) {
      const payment = findOpenPayment(state);
      if (payment < 0) return null;
      const draft = new Draft(state);
      return expireIfDue(draft, payment, rules) ? draft : null;
    },
  }),

  expire_link: kindOf({
    actor: "job",
    useCase: "expireLink",
    record: null,
    choices: [""],
    make(state, _place, _choice, rules) {
      const draft = new Draft(state);
      return expireLink(draft, rules) ? draft : null;
    },
  }),
});
