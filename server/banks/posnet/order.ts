import type { BankAccount, BankOrder } from "@/server/banks/bank";
import { quirksOf } from "@/server/banks/catalog";
import { amountText, formats } from "@/server/banks/formats";
import type { MacAccount, MacOrder } from "./hash";

export const format = formats.posnet;

/** An order's id as 3-D Secure has it: 20 characters, a shorter one with zeros before it. */
export const xidOf = (orderId: string): string => orderId.padStart(20, "0");

/** An order of 3-D Secure as later operations have it: 24 characters, the first of which the bank sets per terminal. */
export const prefixedId = (orderId: string, prefix: string): string => prefix + xidOf(orderId);

export const laterIdOf = (orderId: string, account: BankAccount): string =>
  prefixedId(orderId, account.orderPrefix ?? quirksOf(account.bank).orderPrefix ?? usualPrefix);

export const usualPrefix = "TDSC";

/** An order as macs have it: always the values that were stored. */
export const macOrderOf = ({ orderId, amountKurus }: BankOrder): MacOrder => ({
  xid: xidOf(orderId),
  amount: amountText(format, amountKurus),
  currency: format.currency,
});

export const macAccountOf = ({ merchantId, terminalNo, storeKey }: BankAccount): MacAccount => ({
  mid: merchantId,
  tid: terminalNo,
  encKey: storeKey.reveal(),
});
