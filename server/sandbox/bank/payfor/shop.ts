import type { PayforShop, Shops } from "../records/shops";

export const findShop = (shops: Shops, merchantId: string): PayforShop | null =>
  shops.payfor.find((shop) => shop.merchantId === merchantId) ?? null;

/** Completing a sale names neither the bank nor the merchant: its user is all that tells the shop. */
export const findShopOfUser = (shops: Shops, userCode: string): PayforShop | null =>
  shops.payfor.find((shop) => shop.userCode === userCode) ?? null;

/** What the bank calls the shop's virtual terminal. */
export const terminalIdOf = ({ merchantId }: PayforShop): string => `VS${merchantId.slice(-6)}`;

/** The bank's own site, as its answers name it; no such site exists. */
export const bankHomeUrl = "https://payfor.example/";
