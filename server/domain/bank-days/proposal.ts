import type { CorrectionKind } from "../corrections/correction";
import type { Difference } from "./compare-day";
import type { DayLine } from "./day-line";

/**
 * What a difference asks for. `ask_bank`: the bank is asked about the order, and its answer is recorded. `correct`: a
 * correction of the books by two people (D-75). `claim`: the bank owes an amount. `accept`: nothing is to be booked.
 */
export type ProposalAction = "ask_bank" | "correct" | "claim" | "accept";

/** The booking that a difference proposes. Amounts in kuruş, more than 0. */
export interface Proposal {
  readonly action: ProposalAction;
  /** With `correct`: what the correction says about the bank. */
  readonly correction: CorrectionKind | null;
  /** What would be booked, or claimed from the bank; null with `ask_bank` and `accept`. */
  readonly amountKurus: bigint | null;
}

/** Returns the booking that makes books and bank agree about a difference. */
export function proposeBooking({ kind, line, movement }: Difference): Proposal {
  switch (kind) {
    case "missing_here":
      return correct(line, { void: "void_done", credit: "credit_done" });
    case "missing_there":
      return correct(movement, { void: "void_not_done", credit: "credit_not_done" });
    case "sum":
      return claim(missingKurus(line?.kind === "sale", line?.amountKurus, movement?.amountKurus));
    case "commission":
      return claim((line?.commissionKurus ?? 0n) - (movement?.commissionKurus ?? 0n));
    case "twice":
      // What the bank took back twice is owed to us; of a sale that it lists twice it corrects its own file.
      return line === null || line.kind === "sale" ? plain("accept") : claim(line.amountKurus);
    case "date":
      return plain("accept");
  }
}

/**
 * A refund is corrected in the books. A sale is settled by asking the bank, never from a file alone, and so is a
 * chargeback, which is booked when the file that brings it is imported.
 */
function correct(
  one: Pick<DayLine, "kind" | "amountKurus"> | null,
  corrections: Readonly<Record<"void" | "credit", CorrectionKind>>,
): Proposal {
  if (one?.kind !== "void" && one?.kind !== "credit") return plain("ask_bank");
  return { action: "correct", correction: corrections[one.kind], amountKurus: one.amountKurus };
}

const plain = (action: ProposalAction): Proposal => ({ action, correction: null, amountKurus: null });

/** Claims what the bank kept or took too much; what is in our favour is accepted once a person has explained it. */
const claim = (kurus: bigint): Proposal =>
  kurus > 0n ? { action: "claim", correction: null, amountKurus: kurus } : plain("accept");

/** What the bank paid too little of a sale, or took back too much with a credit, in kuruş. */
const missingKurus = (isSale: boolean, atBankKurus = 0n, bookedKurus = 0n): bigint =>
  isSale ? bookedKurus - atBankKurus : atBankKurus - bookedKurus;
