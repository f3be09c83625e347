import type { GarantiShop, Shops } from "../records/shops";

/** Finds a shop by the merchant's number, under which orders are stored. */
export const findShop = (shops: Shops, merchantId: string): GarantiShop | null =>
  shops.garanti.find((shop) => shop.merchantId === merchantId) ?? null;

/** Finds a shop by the terminal's number, with which messages are signed. */
export const findTerminal = (shops: Shops, terminalId: string): GarantiShop | null =>
  shops.garanti.find((shop) => shop.terminalId === terminalId) ?? null;
