import { isCapturing, isOpenAttempt } from "./payment-effects";
import { agreesAboutRefunds, listRefunds, sumBooked, sumDone, sumPending } from "./refund-effects";
import { isMoneyHeld, isReturnPending } from "./return-effects";
import { type Attempt, type Refund, type State, wholeHalves } from "./state";

// What holds in every state of the model, whatever the actors do.

export interface Invariant {
  readonly name: string;
  holds(state: State): boolean;
}

const listAttempts = ({ attempts }: State): Attempt[] => attempts.filter((attempt) => attempt !== null);

const countAttempts = (state: State, isCounted: (attempt: Attempt) => boolean): number => {
  let count = 0;
  for (const attempt of state.attempts) if (attempt !== null && isCounted(attempt)) count += 1;
  return count;
};

/** Whether everything that concerns an attempt has been settled, and no person was asked to settle it. */
const isAttemptSettled = (attempt: Attempt): boolean =>
  !isOpenAttempt(attempt) &&
  attempt.work === "none" &&
  attempt.look === "never" &&
  !isReturnPending(attempt) &&
  !attempt.isLeftToPerson;

/** Whether a refund has an outcome, and the bank is not asked about it any more. */
const isRefundSettled = ({ status, work, recheck }: Refund): boolean =>
  status !== "pending" && work === "none" && recheck === "never";

/** Whether the books agree with the bank about an attempt: captured with the money there, or ended with none of it. */
const agreesWithBank = (attempt: Attempt): boolean => {
  if (attempt.status === "captured") return attempt.sale === "taken";
  const isReturnBooked = attempt.voidBack?.status === "approved" || attempt.creditBack?.status === "approved";
  return !isMoneyHeld(attempt) && (attempt.sale === "taken") === isReturnBooked;
};

const isHeld = ({ payments }: State): boolean => payments.some((payment) => payment?.isHeld === true);

export const invariants: readonly Invariant[] = [
  {
    name: "a payment has at most one open attempt (D-17)",
    holds: (state) =>
      state.payments.every((_, at) => countAttempts(state, (a) => a.payment === at && isOpenAttempt(a)) <= 1),
  },
  {
    name: "the bank takes the money of a payment at most once (D-46)",
    holds: (state) =>
      state.payments.every((_, at) => countAttempts(state, (a) => a.payment === at && a.sale === "taken") <= 1),
  },
  {
    name: "a link is captured at most once, and then it is completed (D-10)",
    holds: ({ link, payments }) => {
      if (link === null) return true;
      const captured = payments.filter((payment) => payment?.status === "captured").length;
      return captured === (link === "completed" ? 1 : 0);
    },
  },
  {
    name: "a payment is captured exactly when an attempt of it is (D-17)",
    holds: (state) =>
      state.payments.every((payment, at) => {
        const captured = countAttempts(state, (a) => a.payment === at && a.status === "captured");
        return captured === (payment?.status === "captured" ? 1 : 0);
      }),
  },
  {
    name: "an ended payment has no open attempt (D-17)",
    holds: (state) =>
      state.attempts.every(
        (attempt) =>
          attempt === null || !isOpenAttempt(attempt) || state.payments[attempt.payment]?.status === "initiated",
      ),
  },
  {
    name: "a link is in 3-D Secure exactly while an attempt of it is (D-10)",
    holds: (state) => {
      if (state.link === null) return true;
      const inThreeDSecure = countAttempts(state, (a) => isOpenAttempt(a) && a.status !== "preparing");
      return (state.link === "initiated") === inThreeDSecure > 0;
    },
  },
  {
    name: "a cancelled or expired link has no open payment (D-10)",
    holds: ({ link, payments }) =>
      (link !== "cancelled" && link !== "expired") || payments.every((payment) => payment?.status !== "initiated"),
  },
  {
    name: "the bank has money only of an attempt whose capture was sent (D-21)",
    holds: (state) =>
      countAttempts(
        state,
        (a) => a.sale === "taken" && !isCapturing(a) && a.status !== "captured" && a.status !== "declined",
      ) === 0,
  },
  {
    name: "the money of an ended payment goes back at most once (D-72)",
    holds: (state) =>
      countAttempts(state, (a) => a.voidBack?.isDone === true && a.creditBack?.isDone === true) === 0 &&
      countAttempts(state, (a) => (a.voidBack ?? a.creditBack) !== null && a.status !== "declined") === 0,
  },
  {
    name: "one refund of a payment is pending at a time (D-26)",
    holds: (state) => listRefunds(state).filter(({ status }) => status === "pending").length <= 1,
  },
  {
    name: "the books never give back more than was captured, pending refunds included (D-25)",
    holds: (state) => sumBooked(state) + sumPending(state) <= wholeHalves,
  },
  {
    name: "the bank never gives back more than it took (D-25)",
    holds: (state) => sumDone(state) <= wholeHalves,
  },
  {
    name: "books and bank agree about an attempt with which nothing is under way (D-72)",
    holds: (state) => listAttempts(state).every((attempt) => !isAttemptSettled(attempt) || agreesWithBank(attempt)),
  },
  {
    name: "books and bank agree about refunds with which nothing is under way (D-75)",
    holds: (state) => {
      if (isHeld(state) || !listRefunds(state).every(isRefundSettled)) return true;
      return agreesAboutRefunds(state);
    },
  },
];

/** Returns the name of the first invariant that a state breaks; null where all hold. */
export function findBrokenInvariant(state: State, checked: readonly Invariant[]): string | null {
  for (const { name, holds } of checked) if (!holds(state)) return name;
  return null;
}
