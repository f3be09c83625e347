/** The time span in which a tariff of a terminal is valid, UTC. A tariff with an end is called a campaign. */
export interface TariffSpan {
  readonly validFrom: Date;
  /** The exclusive end; null for a tariff that is valid until the next one without an end begins. */
  readonly validTo: Date | null;
}

export interface PlacedTariff extends TariffSpan {
  readonly id: string;
}

/**
 * Returns the tariff in force at an instant, or null. A campaign has precedence over a tariff without an end, and a
 * tariff that began later over an earlier one.
 * @param tariffs the tariffs of one terminal that are not withdrawn, in any order
 */
export const findInForce = <T extends TariffSpan>(tariffs: readonly T[], at: Date): T | null =>
  tariffs.filter((tariff) => isValidAt(tariff, at)).sort(comparePrecedence)[0] ?? null;

const isValidAt = ({ validFrom, validTo }: TariffSpan, at: Date): boolean =>
  validFrom <= at && (validTo === null || validTo > at);

const comparePrecedence = (a: TariffSpan, b: TariffSpan): number =>
  Number(a.validTo === null) - Number(b.validTo === null) || b.validFrom.getTime() - a.validFrom.getTime();

/** Why a new tariff cannot be added to the tariffs of its terminal. */
export type SpanObstacle =
  | { readonly kind: "past"; readonly now: Date }
  /** Another tariff without an end begins at the same instant. */
  | { readonly kind: "twin"; readonly other: PlacedTariff }
  /** The campaign would end before it begins. */
  | { readonly kind: "backwards" }
  | { readonly kind: "overlap"; readonly other: PlacedTariff & { readonly validTo: Date } }
  /** No tariff would be in force after the campaign's end. */
  | { readonly kind: "nothing_after" };

/**
 * Returns why a new tariff cannot be added to the tariffs of its terminal, or null. A tariff must not begin in the
 * past, because look-ups have already shown other prices for that time. Two campaigns must not overlap. After a
 * campaign another tariff must be in force.
 */
export function findSpanObstacle(tariffs: readonly PlacedTariff[], wanted: TariffSpan, now: Date): SpanObstacle | null {
  const { validFrom, validTo } = wanted;
  if (validFrom < now) return { kind: "past", now };
  if (validTo === null) {
    const twin = tariffs.find((other) => other.validTo === null && isSame(other.validFrom, validFrom));
    return twin ? { kind: "twin", other: twin } : null;
  }
  if (validTo <= validFrom) return { kind: "backwards" };
  const other = tariffs.find((one) => one.validTo && one.validFrom < validTo && validFrom < one.validTo);
  if (other?.validTo) return { kind: "overlap", other: { ...other, validTo: other.validTo } };
  return findInForce(tariffs, validTo) ? null : { kind: "nothing_after" };
}

/** Describes what `findSpanObstacle` has found, as a sentence without a full stop. */
export function describeObstacle(obstacle: SpanObstacle, { validFrom, validTo }: TariffSpan): string {
  const [from, to] = [iso(validFrom), validTo && iso(validTo)];
  switch (obstacle.kind) {
    case "past":
      return `A tariff cannot begin in the past: ${from} is before ${iso(obstacle.now)}`;
    case "twin":
      return `The tariff ${obstacle.other.id} already begins at ${from}; withdraw it first`;
    case "backwards":
      return `The campaign would end at ${to}, before it begins`;
    case "overlap": {
      const { id, validFrom: otherFrom, validTo: otherTo } = obstacle.other;
      return `The campaign ${id} lasts from ${iso(otherFrom)} to ${iso(otherTo)}; withdraw it first`;
    }
    case "nothing_after":
      return `No tariff would be in force after the campaign's end, ${to}`;
  }
}

/**
 * Returns the first instant (UTC) from `now` on at which no tariff would be in force, or null. A tariff without an end
 * leaves no gap, so only the ends of campaigns have to be checked.
 * @param tariffs the tariffs of one terminal that are not withdrawn, in any order
 */
export function findGap(tariffs: readonly TariffSpan[], now: Date): Date | null {
  const ends = tariffs.flatMap(({ validTo }) => (validTo && validTo > now ? [validTo] : []));
  const instants = [now, ...ends.sort((a, b) => a.getTime() - b.getTime())];
  return instants.find((at) => !findInForce(tariffs, at)) ?? null;
}

const iso = (instant: Date): string => instant.toISOString();
const isSame = (a: Date, b: Date): boolean => a.getTime() === b.getTime();
