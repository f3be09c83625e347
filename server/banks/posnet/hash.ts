import { createHash } from "node:crypto";

/** The shop's values in every mac (B-4.2). */
export interface MacAccount {
  readonly mid: string;
  readonly tid: string;
  /** Eight numbers separated by commas, used as text. */
  readonly encKey: string;
}

/** An order's values in every mac. */
export interface MacOrder {
  /** The order id, 20 characters. */
  readonly xid: string;
  /** The amount in whole kuruş. */
  readonly amount: string;
  readonly currency: string;
}

export const firstHash = ({ encKey, tid }: MacAccount): string => digest(`${encKey};${tid}`);

/** Computes `mac` of the requests that resolve a return and charge it. */
export const requestMac = (order: MacOrder, account: MacAccount): string => digest(requestPlaintext(order, account));

export const requestPlaintext = ({ xid, amount, currency }: MacOrder, account: MacAccount): string =>
  [xid, amount, currency, account.mid, firstHash(account)].join(";");

/** Computes `mac` of the answer that resolves a return; the outcome of 3-D Secure precedes the order. */
export const resolveMac = (mdStatus: string, order: MacOrder, account: MacAccount): string =>
  digest(`${mdStatus};${requestPlaintext(order, account)}`);

/** Computes `mac` of the answer to a charge; the bank's key of it, empty after a refusal, precedes the order. */
export const chargeMac = (hostLogKey: string, order: MacOrder, account: MacAccount): string =>
  digest(chargePlaintext(hostLogKey, order, account));

export const chargePlaintext = (hostLogKey: string, order: MacOrder, account: MacAccount): string =>
  `${hostLogKey};${requestPlaintext(order, account)}`;

const digest = (text: string): string => createHash("sha256").update(text, "utf8").digest("base64");
