import type { BankReferences } from "@/server/banks/bank";

/**
 * A sale of which credits at the bank have given back a part or everything. A capture of unknown outcome has no refund,
 * so such credits are not in the books. Amounts in kuruş.
 */
export interface GivenBack {
  readonly kind: "given_back";
  readonly amountKurus: bigint;
  readonly creditedKurus: bigint;
  readonly references: BankReferences;
  /** The bank's time of the sale (UTC), where its record names one. */
  readonly at?: Date | undefined;
}

/** Describes for staff what the bank took and gave back of an order, in kuruş. */
export const describeGivenBack = (orderId: string, { amountKurus, creditedKurus }: GivenBack): string =>
  `Order ${orderId}: the bank took ${amountKurus} kuruş and gave ${creditedKurus} kuruş back, which the books do not hold`;
