import type { NestpayShop, Shops } from "../records/shops";

export const findShop = (shops: Shops, clientId: string): NestpayShop | null =>
  shops.nestpay.find((shop) => shop.clientId === clientId) ?? null;
