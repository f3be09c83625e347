import type { MacAccount } from "@/server/banks/posnet/hash";
import type { PosnetShop, Shops } from "../records/shops";

/** Finds a shop by merchant and terminal; null unless both are known and belong together. */
export const findShop = (shops: Shops, mid: string, tid: string): PosnetShop | null =>
  shops.posnet.find((shop) => shop.mid === mid && shop.tid === tid) ?? null;

export const findMerchant = (shops: Shops, mid: string): PosnetShop | null =>
  shops.posnet.find((shop) => shop.mid === mid) ?? null;

/** Returns the values of the shop that every mac contains. */
export const toMacAccount = ({ mid, tid, encKey }: PosnetShop): MacAccount => ({ mid, tid, encKey });
