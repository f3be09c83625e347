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

/**
 * Returns why a new tariff cannot be added to the tariffs of its terminal, as a sentence without a full stop, or null.
 * A tariff must not begin in the past, because look-ups have already shown other prices for that time. Two campaigns
 * must not overlap. After a campaign another tariff must be in force.
 */
export function findObstacleToSpan(tariffs: readonly PlacedTariff[], wanted: TariffSpan, now: Date): string | null {
  const { validFrom, validTo } = wanted;
  if (validFrom < now) {
    return `A tariff cannot begin in the past: ${iso(validFrom)} is before ${iso(now)}`;
  }
  if (validTo === null) {
    const twin = tariffs.find((other) => other.validTo === null && isSame(other.validFrom, validFrom));
    return twin ? `The tariff ${twin.id} already begins at ${iso(validFrom)}; withdraw it first` : null;
  }
  if (validTo <= validFrom) return `The campaign would end at ${iso(validTo)}, before it begins`;
  const other = tariffs.find((one) => one.validTo && one.validFrom < validTo && validFrom < one.validTo);
  if (other?.validTo) {
    const span = `from ${iso(other.validFrom)} to ${iso(other.validTo)}`;
    return `The campaign ${other.id} lasts ${span}; withdraw it first`;
  }
  const after = findInForce(tariffs, validTo);
  return after ? null : `No tariff would be in force after the campaign's end, ${iso(validTo)}`;
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
