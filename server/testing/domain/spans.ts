import fc from "fast-check";
import { hours } from "@/server/domain/clock";
import type { PlacedTariff } from "@/server/domain/pricing/tariff-span";

// Arbitrary tariffs of one terminal, as they can exist after replacements and campaigns.

const dayHours = 24;
/** Returns the start of an hour of 20 November 2026, UTC. */
export const toHour = (n: number): Date => new Date(Date.UTC(2026, 10, 20) + hours(n));

const distinctHours = fc.uniqueArray(fc.nat(dayHours), { maxLength: 6 }).map((all) => all.sort((a, b) => a - b));

const bases = distinctHours.map((all) =>
  all.map((n): PlacedTariff => ({ id: `base_${n}`, validFrom: toHour(n), validTo: null })),
);

/** Campaigns that do not overlap; one may end when the next begins. */
const campaigns = fc.tuple(distinctHours, fc.array(fc.boolean(), { minLength: 6 })).map(([all, isThere]) =>
  all.flatMap((from, n): PlacedTariff[] => {
    const to = all[n + 1];
    if (to === undefined || !isThere[n]) return [];
    return [{ id: `campaign_${from}`, validFrom: toHour(from), validTo: toHour(to) }];
  }),
);

/** The tariffs in random order. */
export const placedTariffs: fc.Arbitrary<readonly PlacedTariff[]> = fc
  .tuple(bases, campaigns)
  .chain(([some, others]) => {
    const all = [...some, ...others];
    return fc.shuffledSubarray(all, { minLength: all.length });
  });

/** Lists every instant at which a tariff begins or ends, and the milliseconds before and after it. */
export const listEdges = (tariffs: readonly PlacedTariff[]): Date[] =>
  tariffs
    .flatMap(({ validFrom, validTo }) => (validTo ? [validFrom, validTo] : [validFrom]))
    .flatMap((edge) => [-1, 0, 1].map((ms) => new Date(edge.getTime() + ms)));
