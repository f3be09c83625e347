import {
  attemptStates,
  correctionStates,
  linkStates,
  paymentStates,
  refundRequestStates,
  refundStates,
} from "@/server/domain/states";
import { instants } from "../model/clock";
import { cardAllowance, places, scenes } from "../model/scenes";
import {
  type Attempt,
  dueTimes,
  newAttempt,
  newMoneyReturn,
  newPayment,
  newRefund,
  newRequest,
  type State,
  saleStates,
  wholeHalves,
  works,
} from "../model/state";
import { createCodec, orNull } from "./codec";

// A state as a few 32-bit integers: one for the head, one for each payment and refund, and three for each attempt.

const either = [false, true] as const;
const upTo = (max: number): number[] => Array.from({ length: max + 1 }, (_, index) => index);

const payment = orNull(
  createCodec(newPayment, {
    status: paymentStates,
    cardsRefused: upTo(cardAllowance),
    isDue: either,
    isHeld: either,
    isSingle: either,
  }),
);

/** The returns of an attempt's money have integers of their own. */
const attempt = orNull(
  createCodec(newAttempt, {
    status: attemptStates,
    payment: upTo(places.payments - 1),
    work: works,
    sale: saleStates,
    isInquiryDue: either,
    wasMissed: either,
    isOld: either,
    isDayOver: either,
    isApproved: either,
    look: dueTimes,
    looksWanted: upTo(3),
    isLeftToPerson: either,
    voidBack: [null],
    creditBack: [null],
  }),
);

const moneyReturn = orNull(
  createCodec(newMoneyReturn, {
    status: refundStates,
    work: works,
    isDone: either,
    isSent: either,
    isInquiryDue: either,
    wasMissed: either,
  }),
);

const refund = orNull(
  createCodec(newRefund, {
    status: refundStates,
    method: ["void", "credit"],
    halves: upTo(wholeHalves),
    work: works,
    isDone: either,
    isSent: either,
    isInquiryDue: either,
    wasMissed: either,
    isOld: either,
    recheck: dueTimes,
    isCorrected: either,
  }),
);

const request = orNull(
  createCodec(newRequest, { status: refundRequestStates, halves: upTo(wholeHalves), isOver: either }),
);

type Head = Pick<State, "scene" | "instant" | "link" | "correction"> & { readonly request: number };

const sampleHead: Head = { scene: 0, instant: 0, link: null, correction: null, request: 0 };

const head = createCodec(sampleHead, {
  scene: upTo(scenes.length - 1),
  instant: upTo(instants.length - 1),
  link: [null, ...linkStates],
  correction: [null, ...correctionStates],
  request: upTo(request.size - 1),
});

/** The number of integers of a state. */
export const wordsPerState = 1 + places.payments + places.refunds + 3 * places.attempts;

const paymentsAt = 1;
const refundsAt = paymentsAt + places.payments;
const attemptsAt = refundsAt + places.refunds;

/** Writes a state to `words` from `offset` on. */
export function packState(state: State, words: Int32Array, offset: number): void {
  packRecords(state, null, words, offset);
}

/** Does the same for a state that differs in some records from another one, whose integers `words` already has. */
export function packChanges(state: State, before: State, words: Int32Array, offset: number): void {
  packRecords(state, before, words, offset);
}

function packRecords(state: State, before: State | null, words: Int32Array, offset: number): void {
  const { scene, instant, link, correction, payments, refunds, attempts } = state;
  words[offset] = head.encode({ scene, instant, link, correction, request: request.encode(state.request) });
  for (let place = 0; place < payments.length; place += 1) {
    const each = payments[place] ?? null;
    if (each !== before?.payments[place]) words[offset + paymentsAt + place] = payment.encode(each);
  }
  for (let place = 0; place < refunds.length; place += 1) {
    const each = refunds[place] ?? null;
    if (each !== before?.refunds[place]) words[offset + refundsAt + place] = refund.encode(each);
  }
  for (let place = 0; place < attempts.length; place += 1) {
    const each = attempts[place] ?? null;
    if (each !== before?.attempts[place]) packAttempt(each, words, offset + attemptsAt + 3 * place);
  }
}

function packAttempt(record: Attempt | null, words: Int32Array, at: number): void {
  words[at] = attempt.encode(record);
  words[at + 1] = moneyReturn.encode(record?.voidBack ?? null);
  words[at + 2] = moneyReturn.encode(record?.creditBack ?? null);
}

const paymentPlaces = upTo(places.payments - 1);
const refundPlaces = upTo(places.refunds - 1);
const attemptPlaces = upTo(places.attempts - 1);

/** Reads a state from `words`, from `offset` on. */
export function unpackState(words: Int32Array, offset: number): State {
  const { scene, instant, link, correction, request: asked } = head.decode(words[offset] ?? 0);
  return {
    scene,
    instant,
    link,
    payments: paymentPlaces.map((place) => payment.decode(words[offset + paymentsAt + place] ?? 0)),
    attempts: attemptPlaces.map((place) => unpackAttempt(words, offset + attemptsAt + 3 * place)),
    refunds: refundPlaces.map((place) => refund.decode(words[offset + refundsAt + place] ?? 0)),
    request: request.decode(asked),
    correction,
  };
}

function unpackAttempt(words: Int32Array, at: number): Attempt | null {
  const plain = attempt.decode(words[at] ?? 0);
  if (plain === null || (words[at + 1] === 0 && words[at + 2] === 0)) return plain;
  const [voidBack, creditBack] = [moneyReturn.decode(words[at + 1] ?? 0), moneyReturn.decode(words[at + 2] ?? 0)];
  return { ...plain, voidBack, creditBack };
}
