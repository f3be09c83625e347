import type { MacAccount } from "@/server/banks/posnet/hash";
import type { PosnetShop, Shops } from "../records/shops";

/** A merchant and its terminal; null unless the bank knows both, and as belonging together. */
export const findShop = (shops: Shops, mid: string, tid: string): PosnetShop | null =>
  shops.posnet.find((shop) => shop.mid === mid && shop.tid === tid) ?? null;

export const findMerchant = (shops: Shops, mid: string): PosnetShop | null =>
  shops.posnet.find((shop) => shop.mid === mid) ?? null;

/** What the shop contributes to every mac. */
export const macAccountOf = ({ mid, tid, encKey }: PosnetShop): MacAccount => ({ mid, tid, encKey });
