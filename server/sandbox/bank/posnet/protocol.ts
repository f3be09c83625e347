import type { SimulatedProtocol } from "../simulator";
import { answerApi } from "./api";
import { challengeCallback } from "./callback";
import { forge } from "./forgery";
import { openGate } from "./gate";
import { findMerchant } from "./shop";

/** PosNet from the bank's side: the order is encrypted first, and the browser's return is resolved later. */
export const posnet: SimulatedProtocol = {
  name: "posnet",
  paths: { gate: "/posnet/3DSWebService/YKBPaymentService", api: "/posnet/PosnetWebService/XML" },
  routes: {
    "/posnet/3DSWebService/YKBPaymentService": openGate,
    "/posnet/PosnetWebService/XML": answerApi,
  },
  merchantName: (shops, shop) => findMerchant(shops, shop)?.name ?? "",
  callback: challengeCallback,
  forge,
};
