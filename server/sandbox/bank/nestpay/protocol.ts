import type { SimulatedProtocol } from "../simulator";
import { answerApi } from "./api";
import { challengeCallback } from "./callback";
import { forge } from "./forgery";
import { openGate } from "./gate";
import { findShop } from "./shop";

/** NestPay from the bank's side: model `3d`, hash version 3. */
export const nestpay: SimulatedProtocol = {
  name: "nestpay",
  paths: { gate: "/nestpay/fim/est3Dgate", api: "/nestpay/fim/api" },
  routes: {
    "/nestpay/fim/est3Dgate": openGate,
    "/nestpay/fim/est3dgate": openGate,
    "/nestpay/fim/api": answerApi,
  },
  merchantName: (shops, shop) => findShop(shops, shop)?.name ?? "",
  callback: challengeCallback,
  forge,
};
