import { commissionAtCapture } from "../pricing/commission";
import { type CommissionCap, findCap } from "../pricing/commission-caps";
import { type CardBrand, type CardFamily, decideCharge, type TariffPrice } from "../pricing/installments";
import type { LineKind } from "./day-line";

/** The facts of a captured payment by which the bank's commission is computed. Amounts in kuruş. */
export interface AuditedSale {
  readonly amountKurus: bigint;
  /** The part of the commission that the buyer paid on top. */
  readonly customerShareKurus: bigint;
  readonly basis: "gross" | "net";
  readonly installment: number;
  /** When the card was entered (UTC), which fixes the price. */
  readonly pricedAt: Date;
  /** The card; its family is null where the BIN table did not know it, so it was priced as a credit card (D-32). */
  readonly family: CardFamily | null;
  readonly brand: CardBrand | null;
  readonly issuer: string | null;
  readonly acquirer: string;
}

/** What the bank should have kept. */
export interface DueCommission {
  readonly kurus: bigint;
  /** Whether the agreement's rate is above the legal cap, so that the cap counts. */
  readonly isCapped: boolean;
}

/**
 * Computes what the bank should have kept of a sale, to the kuruş (D-402): the price of the agreement, or the legal cap
 * where that is less. Null where no price of the agreement applies.
 * @param tariff the prices that were in force at `pricedAt`
 */
export function computeDueCommission(
  sale: AuditedSale,
  tariff: readonly TariffPrice[],
  caps?: readonly CommissionCap[],
): DueCommission | null {
  const { amountKurus, customerShareKurus, basis, installment, pricedAt } = sale;
  const card =
    sale.family === null
      ? null
      : { family: sale.family, brand: sale.brand, bank: sale.issuer, scheme: "", trusted: true };
  const terms = { acquirer: sale.acquirer, allowedFamilies: everyFamily, supportsForeign: true, tariff };
  const charge = decideCharge(terms, card, installment);
  if (charge.kind === "refused") return null;
  const { rateBps, fixedFee } = charge.price;
  const cap = findCap({ family: sale.family ?? "credit", installmentCount: installment }, pricedAt, caps);
  const isCapped = cap !== null && cap.rateBps < rateBps;
  const rate = { rateBps: isCapped ? cap.rateBps : rateBps, fixedFee };
  return { kurus: commissionAtCapture(amountKurus, customerShareKurus, rate, basis), isCapped };
}

const everyFamily: readonly CardFamily[] = ["credit", "debit", "prepaid", "foreign"];

/** Returns what a line of a kind should say: a void gives the commission back, and a credit keeps it (D-28). */
export const toLineCommission = (kind: LineKind, { kurus }: DueCommission): bigint =>
  kind === "sale" ? kurus : kind === "void" ? -kurus : 0n;
