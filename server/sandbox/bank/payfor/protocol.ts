import type { SimulatedProtocol } from "../simulator";
import { answerApi } from "./api";
import { challengeCallback } from "./callback";
import { forge } from "./forgery";
import { openGate } from "./gate";
import { findShop } from "./shop";

/** PayFor from the bank's side: model `3DModel`. */
export const payfor: SimulatedProtocol = {
  name: "payfor",
  paths: { gate: "/payfor/Gateway/Default.aspx", api: "/payfor/Gateway/XMLGate.aspx" },
  routes: {
    "/payfor/Gateway/Default.aspx": openGate,
    "/payfor/Gateway/XMLGate.aspx": answerApi,
  },
  merchantName: (shops, shop) => findShop(shops, shop)?.name ?? "",
  callback: challengeCallback,
  forge,
};
