import type { DayFile } from "./day-files";

/** What happened in a simulation beside the calls of the merchant API, for the oracles. Amounts in kuruş. */
export interface Notes {
  /** The cards that buyers handed in, each at the step at which a process got it. */
  readonly cards: { readonly paymentCode: string; readonly atStep: number }[];
  /** The calls that the product sent to a bank to move money. */
  readonly moneyCalls: {
    readonly kind: "capture" | "void" | "credit";
    readonly orderId: string;
    /** The key that the product made for a credit; null for the other kinds. */
    readonly refundKey: string | null;
  }[];
  /** The money that the bank moved. */
  readonly movements: {
    readonly kind: "sale" | "void" | "credit";
    readonly orderId: string;
    readonly amountKurus: number;
    readonly atStep: number;
  }[];
  /** The credits that a bank did a second time, because the network repeated their request. */
  readonly repeatedCredits: { readonly orderId: string; readonly at: Date }[];
  /** The transfers that the operator's own bank has carried out, and whether each one reaches its account. */
  readonly transfers: { readonly payoutId: string; readonly amountKurus: number; readonly arrives: boolean }[];
  /** The files of payouts that were handed to that bank. */
  readonly filesAtBank: Set<string>;
  /** The day-end files that the merchants' banks have written, in their order, with the faults that they put in. */
  readonly dayFiles: DayFile[];
  /** The lines that a bank lists on a later day than its own, each with that day, `YYYY-MM-DD`. */
  readonly laterLines: { readonly text: string; readonly day: string }[];
  /** The names of the files whose import was answered. */
  readonly importedFiles: Set<string>;
  /** The lines that live processes have logged. */
  readonly logged: { readonly level: "info" | "warn" | "error"; readonly text: string }[];
}

export const createNotes = (): Notes => ({
  cards: [],
  moneyCalls: [],
  movements: [],
  repeatedCredits: [],
  transfers: [],
  filesAtBank: new Set(),
  dayFiles: [],
  laterLines: [],
  importedFiles: new Set(),
  logged: [],
});
