import { Draft } from "./draft";
import { declareMoves, kindOf } from "./move";
import {
  abandonAttempts,
  applyDue,
  endPayment,
  expireIfDue,
  findOpenAttempt,
  findOpenPayment,
  isLinkDue,
  isOpenLink,
} from "./payment-effects";
import type { Rules } from "./rules";
import { cardAllowance, sceneAt } from "./scenes";
import { newAttempt, newPayment, type State } from "./state";

// What a buyer's card does from the form to the way back from the bank.

const freePlace = (records: readonly unknown[], countMax: number): number => {
  const place = records.indexOf(null);
  return place < countMax ? place : -1;
};

/** Inserts a payment of a link. Returns its place; -1 where the scene has no place left. */
function insertPayment(draft: Draft, isSingle: boolean): number {
  const place = freePlace(draft.payments, sceneAt(draft.scene).paymentsMax);
  if (place >= 0) draft.payments[place] = { ...newPayment, isSingle };
  return place;
}

/**
 * Frees a payment from an attempt whose form a crash kept from leaving (D-340). Returns false where an open attempt
 * holds the payment.
 */
function freeFromAttempt(draft: Draft, payment: number, rules: Rules): boolean {
  const held = findOpenAttempt(draft, payment);
  if (held < 0) return true;
  if (draft.getAttempt(held).work !== "form_lost") return !rules.openAttemptBlocks;
  draft.moveAttempt(held, "abandoned", { work: "none" });
  if (draft.link === "initiated") draft.moveLink("failed");
  return true;
}

/**
 * Returns the place of the payment that a card pays: the open one, or a new one of the link (D-11). -1 where no card
 * can start, or the scene has no place left.
 */
function findPaymentForCard(draft: Draft, isSingle: boolean, rules: Rules): number {
  if (draft.link !== null && (!isOpenLink(draft) || isLinkDue(draft))) return -1;
  const open = findOpenPayment(draft);
  if (open < 0) return draft.link === null || isSingle ? -1 : insertPayment(draft, false);
  if (!freeFromAttempt(draft, open, rules)) return -1;
  if (draft.getPayment(open).isSingle === isSingle) return open;
  if (draft.link === null) return -1;
  abandonAttempts(draft, open);
  draft.movePayment(open, "failed");
  return insertPayment(draft, isSingle);
}

/** Puts an attempt on record. */
function startAttempt(draft: Draft, payment: number): void {
  const { bank, attemptsMax } = sceneAt(draft.scene);
  const place = freePlace(draft.attempts, attemptsMax);
  if (bank === "prepare") {
    draft.attempts[place] = { ...newAttempt, payment, status: "preparing", work: "preparing" };
    return;
  }
  draft.attempts[place] = { ...newAttempt, payment };
  draft.moveLink("initiated");
}

/** Counts a card that was refused before 3-D Secure (D-19). */
function countRefusedCard(draft: Draft, payment: number): void {
  const cardsRefused = draft.getPayment(payment).cardsRefused + 1;
  draft.setPayment(payment, { cardsRefused });
  draft.moveLink("failed");
  if (cardsRefused >= cardAllowance) draft.movePayment(payment, "failed");
}

const isFirstPlace = (state: State): boolean => state.attempts.indexOf(null) < sceneAt(state.scene).attemptsMax;

export const cardMoves = declareMoves({
  open_link: kindOf({
    actor: "buyer",
    useCase: "openLink",
    record: null,
    choices: [""],
    make(state, _place, _choice, rules) {
      if (!isOpenLink(state)) return null;
      const draft = new Draft(state);
      applyDue(draft, rules);
      if (draft.link === "pending") draft.moveLink("launched");
      return draft.rows.length > 0 ? draft : null;
    },
  }),

  /** A card that the terminal charges. `single`: in one sum, although the open payment is in installments (D-11). */
  submit_card: kindOf({
    actor: "buyer",
    useCase: "startThreeDSecure",
    record: null,
    choices: ["installments", "single"],
    make(state, _place, choice, rules) {
      if (!isFirstPlace(state) || !state.attempts.includes(null)) return null;
      const draft = new Draft(state);
      applyDue(draft, rules);
      const payment = findPaymentForCard(draft, choice === "single", rules);
      if (payment < 0) return null;
      startAttempt(draft, payment);
      return draft;
    },
  }),

  /** A card that the terminal does not charge at this count, so that the bank is not asked (§7.3). */
  submit_refused_card: kindOf({
    actor: "buyer",
    useCase: "countCardAttempt",
    record: null,
    choices: [""],
    make(state, _place, _choice, rules) {
      const draft = new Draft(state);
      applyDue(draft, rules);
      const payment = findPaymentForCard(draft, false, rules);
      if (payment < 0) return null;
      countRefusedCard(draft, payment);
      return draft;
    },
  }),

  form_leaves: kindOf({
    actor: "process",
    useCase: "startThreeDSecure",
    record: "attempt",
    choices: [""],
    make(state, place) {
      if (state.attempts[place]?.work !== "making_form") return null;
      const draft = new Draft(state);
      draft.setAttempt(place, { work: "none" });
      return draft;
    },
  }),

  /** The answer to the call before the bank's page. `silent`: the bank cannot be reached. */
  answer_prepare: kindOf({
    actor: "network",
    useCase: "startThreeDSecure",
    record: "attempt",
    choices: ["approved", "declined", "silent"],
    make(state, place, choice, rules) {
      const attempt = state.attempts[place];
      if (attempt?.work !== "preparing") return null;
      const draft = new Draft(state);
      draft.setAttempt(place, { work: "none" });
      if (draft.getPayment(attempt.payment).status !== "initiated") return draft;
      if (choice === "declined") {
        draft.moveAttempt(place, "rejected");
        countRefusedCard(draft, attempt.payment);
        return draft;
      }
      if (expireIfDue(draft, attempt.payment, rules)) return draft;
      draft.moveAttempt(place, choice === "approved" ? "started" : "not_started");
      if (choice === "approved") draft.moveLink("initiated");
      // The page that says that the bank cannot be reached counts as an opening (D-10).
      else if (draft.link === "pending" && !isLinkDue(draft)) draft.moveLink("launched");
      return draft;
    },
  }),

  /** The browser comes back from the bank's page. */
  return_from_bank: kindOf({
    actor: "buyer",
    useCase: "completeThreeDSecure",
    record: "attempt",
    choices: ["authenticated", "not_authenticated"],
    make(state, place, choice, rules) {
      const attempt = state.attempts[place];
      if (attempt?.status !== "started" || attempt.work !== "none") return null;
      const draft = new Draft(state);
      if (expireIfDue(draft, attempt.payment, rules)) return draft;
      if (choice === "authenticated") {
        draft.moveAttempt(place, "capturing", { work: "asked", isOld: false, isInquiryDue: false });
      } else {
        draft.moveAttempt(place, "not_authenticated");
        endPayment(draft, attempt.payment, "failed");
      }
      return draft;
    },
  }),
});
