import type { BankAccount, BankOrder } from "@/server/banks/bank";
import { getQuirks } from "@/server/banks/catalog";
import { amountText, formats } from "@/server/banks/formats";
import type { MacAccount, MacOrder } from "./hash";

export const format = formats.posnet;

/** Returns the order id of 3-D Secure: 20 characters, padded with zeros on the left. */
export const toXid = (orderId: string): string => orderId.padStart(20, "0");

/** Returns the order id of later operations: 24 characters, of which the bank fixes the prefix per terminal (B-4.4). */
export const prefixedId = (orderId: string, prefix: string): string => prefix + toXid(orderId);

export const toLaterOrderId = (orderId: string, account: BankAccount): string =>
  prefixedId(orderId, account.orderPrefix ?? getQuirks(account.bank).orderPrefix ?? usualPrefix);

export const usualPrefix = "TDSC";

/** Returns an order's values for macs, always from the stored order. */
export const toMacOrder = ({ orderId, amountKurus }: BankOrder): MacOrder => ({
  xid: toXid(orderId),
  amount: amountText(format, amountKurus),
  currency: format.currency,
});

export const toMacAccount = ({ merchantId, terminalNo, storeKey }: BankAccount): MacAccount => ({
  mid: merchantId,
  tid: terminalNo,
  encKey: storeKey.reveal(),
});
