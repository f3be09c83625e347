import type { CardFamily, TariffPrice } from "./installments";

/** The highest commission that the law allows for the single charge of a card, from an instant on. */
export interface CommissionCap {
  readonly family: CardFamily;
  /** The start (UTC) of the cap, which is in force until the next cap of the family begins. */
  readonly validFrom: Date;
  readonly rateBps: number;
  readonly source: string;
}

const communique =
  "TCMB communiqué in the Resmî Gazete of 2025-09-18, in force from 2025-11-01 (as reported by Anadolu Ajansı and " +
  "Cumhuriyet on 2025-09-18)";

/** Midnight of 1 November 2025 in Istanbul. */
const november2025 = new Date("2025-10-31T21:00:00Z");

/**
 * The legal caps (D-251). A new communiqué is a new row; old rows stay. The caps are for single charges that are paid
 * out on the next day: for installments the law states a formula and no figure, and for foreign cards nothing.
 */
export const commissionCaps: readonly CommissionCap[] = [
  { family: "credit", validFrom: november2025, rateBps: 356, source: communique },
  { family: "debit", validFrom: november2025, rateBps: 104, source: communique },
  { family: "prepaid", validFrom: november2025, rateBps: 104, source: communique },
];

/** Returns the cap of a kind of price at an instant; null where none is known. */
export function findCap(
  { family, installmentCount }: Pick<TariffPrice, "family" | "installmentCount">,
  at: Date,
  caps: readonly CommissionCap[] = commissionCaps,
): CommissionCap | null {
  if (installmentCount !== 1) return null;
  return caps
    .filter((cap) => cap.family === family && cap.validFrom <= at)
    .reduce<CommissionCap | null>((latest, cap) => (latest && latest.validFrom > cap.validFrom ? latest : cap), null);
}

/** Returns whether the rate of a price is above the cap at an instant. The fixed fee is not counted. */
export const isAboveCap = (
  price: Pick<TariffPrice, "family" | "installmentCount" | "rateBps">,
  at: Date,
  caps: readonly CommissionCap[] = commissionCaps,
): boolean => price.rateBps > (findCap(price, at, caps)?.rateBps ?? Number.POSITIVE_INFINITY);
