/** A tariff of a terminal and when it begins, UTC; it ends where the next begins. */
export interface TariffBeginning {
  readonly id: string;
  readonly validFrom: Date;
}

export interface WantedSpan {
  readonly from: Date;
  /** Exclusive; null: until the terminal's next tariff begins. */
  readonly to: Date | null;
}

export type SpanPlan =
  /** `again`: the tariff that begins once more at `to`; null: nothing has to. */
  | { readonly kind: "free"; readonly until: Date | null; readonly again: string | null }
  /** A sentence without a full stop. */
  | { readonly kind: "refused"; readonly why: string };

const refused = (why: string): SpanPlan => ({ kind: "refused", why });

/**
 * How a new tariff finds its place among those of its terminal. It never begins in the past, since a payment keeps the
 * tariff of its creation; with an end, what would have been in force then begins again.
 * @param tariffs of the terminal, in any order
 */
export function planSpan(tariffs: readonly TariffBeginning[], { from, to }: WantedSpan, now: Date): SpanPlan {
  if (from < now) {
    const past = "payments keep the tariff of their creation, so none can begin in the past";
    return refused(`${from.toISOString()} is over (it is ${now.toISOString()}): ${past}`);
  }
  const sorted = [...tariffs].sort((a, b) => a.validFrom.getTime() - b.validFrom.getTime());
  const twin = sorted.find(({ validFrom }) => validFrom.getTime() === from.getTime());
  if (twin) return refused(`The tariff ${twin.id} begins at ${from.toISOString()} already`);
  const next = sorted.find(({ validFrom }) => validFrom > from) ?? null;
  if (to === null) return { kind: "free", until: next?.validFrom ?? null, again: null };
  if (to <= from) return refused(`The tariff would end at ${to.toISOString()}, before it begins`);
  if (next && next.validFrom < to) {
    return refused(
      `The tariff ${next.id} begins at ${next.validFrom.toISOString()}, before this one would end`,
    );
  }
  if (next?.validFrom.getTime() === to.getTime()) return { kind: "free", until: to, again: null };
  const before = sorted.findLast(({ validFrom }) => validFrom < from);
  return before
    ? { kind: "free", until: to, again: before.id }
    : refused(`No tariff is in force before ${from.toISOString()} that could begin again afterwards`);
}
