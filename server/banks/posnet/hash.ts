import { createHash } from "node:crypto";

/** The shop's part of every mac. */
export interface MacAccount {
  readonly mid: string;
  readonly tid: string;
  /** Eight numbers with commas between, used as text. */
  readonly encKey: string;
}

/** An order as macs have it. */
export interface MacOrder {
  /** 20 characters. */
  readonly xid: string;
  /** Whole kuruş. */
  readonly amount: string;
  readonly currency: string;
}

export const firstHash = ({ encKey, tid }: MacAccount): string => digest(`${encKey};${tid}`);

/** `mac` of the requests that resolve a return and charge it. */
export const requestMac = (order: MacOrder, account: MacAccount): string =>
  digest(requestPlaintext(order, account));

export const requestPlaintext = ({ xid, amount, currency }: MacOrder, account: MacAccount): string =>
  [xid, amount, currency, account.mid, firstHash(account)].join(";");

/** `mac` of the answer that resolves a return: the outcome of 3-D Secure goes before the order. */
export const resolveMac = (mdStatus: string, order: MacOrder, account: MacAccount): string =>
  digest(`${mdStatus};${requestPlaintext(order, account)}`);

/** `mac` of the answer to a charge: the bank's key of it, empty where it refused, goes before the order. */
export const chargeMac = (hostLogKey: string, order: MacOrder, account: MacAccount): string =>
  digest(chargePlaintext(hostLogKey, order, account));

export const chargePlaintext = (hostLogKey: string, order: MacOrder, account: MacAccount): string =>
  `${hostLogKey};${requestPlaintext(order, account)}`;

const digest = (text: string): string => createHash("sha256").update(text, "utf8").digest("base64");
