import type { GarantiShop, Shops } from "../records/shops";

/** By the merchant's number, which is what orders are kept under. */
export const findShop = (shops: Shops, merchantId: string): GarantiShop | null =>
  shops.garanti.find((shop) => shop.merchantId === merchantId) ?? null;

/** By the terminal's number, which is what messages are signed with. */
export const findTerminal = (shops: Shops, terminalId: string): GarantiShop | null =>
  shops.garanti.find((shop) => shop.terminalId === terminalId) ?? null;
