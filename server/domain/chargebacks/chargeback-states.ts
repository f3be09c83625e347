import type { StateTable } from "../states";

export const chargebackStates = ["open", "contested", "accepted", "won", "lost"] as const;
export type ChargebackStatus = (typeof chargebackStates)[number];

/** A chargeback: the buyer's bank took the money of a payment back (D-401). What the bank decides last counts. */
export const chargebackTable: StateTable<ChargebackStatus> = {
  name: "chargeback",
  initial: "open",
  states: chargebackStates,
  moves: [
    { from: "open", to: "contested", when: "the evidence was sent to the bank" },
    { from: "open", to: "accepted", when: "the merchant does not contest it" },
    { from: "open", to: "won", when: "the bank gives the money back" },
    { from: "open", to: "lost", when: "the bank decided without an answer" },
    { from: "contested", to: "won", when: "the bank gives the money back" },
    { from: "contested", to: "lost", when: "the bank decided for the buyer" },
    { from: "accepted", to: "won", when: "the bank gives the money back all the same" },
    { from: "lost", to: "won", when: "the bank gives the money back later" },
  ],
};
