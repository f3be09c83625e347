/** When a tariff of a terminal holds, UTC. */
export interface TariffSpan {
  readonly validFrom: Date;
  /** Exclusive; null: until the next one without an end begins. One with an end is a campaign. */
  readonly validTo: Date | null;
}

export interface PlacedTariff extends TariffSpan {
  readonly id: string;
}

/**
 * The tariff that is in force at an instant, or null: a campaign goes before what has no end, and the latest to begin
 * before the others.
 * @param tariffs of one terminal that are not withdrawn, in any order
 */
export const inForceAt = <T extends TariffSpan>(tariffs: readonly T[], at: Date): T | null =>
  tariffs.filter((tariff) => lasts(tariff, at)).sort(byPrecedence)[0] ?? null;

const lasts = ({ validFrom, validTo }: TariffSpan, at: Date): boolean =>
  validFrom <= at && (validTo === null || validTo > at);

const byPrecedence = (a: TariffSpan, b: TariffSpan): number =>
  Number(a.validTo === null) - Number(b.validTo === null) || b.validFrom.getTime() - a.validFrom.getTime();

/**
 * What keeps a new tariff from its place among those of its terminal, a sentence without a full stop; null: nothing. It
 * never begins in the past, where look-ups have shown others; two campaigns do not meet; and after a campaign there is
 * something in force.
 */
export function findObstacleToSpan(
  tariffs: readonly PlacedTariff[],
  wanted: TariffSpan,
  now: Date,
): string | null {
  const { validFrom, validTo } = wanted;
  if (validFrom < now) {
    return `${iso(validFrom)} is over (it is ${iso(now)}): no tariff begins in the past`;
  }
  if (validTo === null) {
    const twin = tariffs.find((other) => other.validTo === null && isSame(other.validFrom, validFrom));
    return twin ? `The tariff ${twin.id} begins at ${iso(validFrom)} already; withdraw it first` : null;
  }
  if (validTo <= validFrom) return `The campaign would end at ${iso(validTo)}, before it begins`;
  const other = tariffs.find((one) => one.validTo && one.validFrom < validTo && validFrom < one.validTo);
  if (other?.validTo) {
    const span = `from ${iso(other.validFrom)} to ${iso(other.validTo)}`;
    return `The campaign ${other.id} lasts ${span}; withdraw it first`;
  }
  const after = inForceAt(tariffs, validTo);
  return after ? null : `No tariff would be in force after the campaign's end, ${iso(validTo)}`;
}

/**
 * The first instant from now on at which nothing would be in force; null: there is none. What has no end leaves no gap,
 * so only the ends of campaigns have to be looked at.
 * @param tariffs of one terminal that are not withdrawn, in any order
 */
export function findGap(tariffs: readonly TariffSpan[], now: Date): Date | null {
  const ends = tariffs.flatMap(({ validTo }) => (validTo && validTo > now ? [validTo] : []));
  const instants = [now, ...ends.sort((a, b) => a.getTime() - b.getTime())];
  return instants.find((at) => !inForceAt(tariffs, at)) ?? null;
}

const iso = (instant: Date): string => instant.toISOString();
const isSame = (a: Date, b: Date): boolean => a.getTime() === b.getTime();
