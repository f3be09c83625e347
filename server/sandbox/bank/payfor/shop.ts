import type { PayforShop, Shops } from "../records/shops";

export const findShop = (shops: Shops, merchantId: string): PayforShop | null =>
  shops.payfor.find((shop) => shop.merchantId === merchantId) ?? null;

/** Finds a shop by its user, because the completion of a sale names neither the bank nor the merchant. */
export const findShopOfUser = (shops: Shops, userCode: string): PayforShop | null =>
  shops.payfor.find((shop) => shop.userCode === userCode) ?? null;

/** Returns the bank's number of the shop's virtual terminal. */
export const toTerminalId = ({ merchantId }: PayforShop): string => `VS${merchantId.slice(-6)}`;

/** The address of the bank's site in its answers; the site does not exist. */
export const bankHomeUrl = "https://payfor.example/";
