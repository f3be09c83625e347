import fc from "fast-check";
import { hours } from "@/server/domain/clock";
import type { PlacedTariff } from "@/server/domain/pricing/tariff-span";

// Tariffs of one terminal as replacements may leave them, for tests.

const dayHours = 24;
/** An hour of 20 November 2026, UTC. */
export const hourOf = (n: number): Date => new Date(Date.UTC(2026, 10, 20) + hours(n));

const distinctHours = fc
  .uniqueArray(fc.nat(dayHours), { maxLength: 6 })
  .map((all) => all.sort((a, b) => a - b));

const bases = distinctHours.map((all) =>
  all.map((n): PlacedTariff => ({ id: `base_${n}`, validFrom: hourOf(n), validTo: null })),
);

/** They never meet; one may end where the next begins. */
const campaigns = fc.tuple(distinctHours, fc.array(fc.boolean(), { minLength: 6 })).map(([all, isThere]) =>
  all.flatMap((from, n): PlacedTariff[] => {
    const to = all[n + 1];
    if (to === undefined || !isThere[n]) return [];
    return [{ id: `campaign_${from}`, validFrom: hourOf(from), validTo: hourOf(to) }];
  }),
);

/** In no order. */
export const placedTariffs: fc.Arbitrary<readonly PlacedTariff[]> = fc
  .tuple(bases, campaigns)
  .chain(([some, others]) => {
    const all = [...some, ...others];
    return fc.shuffledSubarray(all, { minLength: all.length });
  });

/** Every instant at which one begins or ends, and a millisecond around it. */
export const edgesOf = (tariffs: readonly PlacedTariff[]): Date[] =>
  tariffs
    .flatMap(({ validFrom, validTo }) => (validTo ? [validFrom, validTo] : [validFrom]))
    .flatMap((edge) => [-1, 0, 1].map((ms) => new Date(edge.getTime() + ms)));
