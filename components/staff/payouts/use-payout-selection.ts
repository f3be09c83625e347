"use client";
import { useState } from "react";
import { isProposable } from "./payout-obstacle";
import type { ListedPayout } from "./payout-types";

/** The payouts that a person has ticked in the list. */
export interface PayoutSelection {
  /** The shown payouts that can be ticked. */
  readonly proposable: readonly ListedPayout[];
  /** The ticked ones among them, in their order. A payout that leaves the list or moves on is no longer ticked. */
  readonly chosen: readonly ListedPayout[];
  readonly sumKurus: bigint;
  /** The identifiers that were ticked. */
  readonly ticked: ReadonlySet<string>;
  tick(payoutIds: readonly string[], isOn: boolean): void;
  clear(): void;
}

/** Keeps which of the shown payouts are ticked. */
export function usePayoutSelection(rows: readonly ListedPayout[]): PayoutSelection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set());
  const proposable = rows.filter(isProposable);
  const chosen = proposable.filter(({ payoutId }) => ticked.has(payoutId));
  return {
    proposable,
    chosen,
    sumKurus: chosen.reduce((sum, { amountKurus }) => sum + amountKurus, 0n),
    ticked,
    tick: (payoutIds, isOn) =>
      setTicked((former) => {
        const next = new Set(former);
        for (const payoutId of payoutIds) {
          if (isOn) next.add(payoutId);
          else next.delete(payoutId);
        }
        return next;
      }),
    clear: () => setTicked(new Set()),
  };
}
