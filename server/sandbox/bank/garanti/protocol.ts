import type { SimulatedProtocol } from "../simulator";
import { answerApi } from "./api";
import { challengeCallback } from "./callback";
import { forge } from "./forgery";
import { openGate } from "./gate";
import { findShop } from "./shop";

/** Garanti from the bank's side: model `3D`, API version 512. */
export const garanti: SimulatedProtocol = {
  name: "garanti",
  paths: { gate: "/garanti/servlet/gt3dengine", api: "/garanti/VPServlet" },
  routes: {
    "/garanti/servlet/gt3dengine": openGate,
    "/garanti/VPServlet": answerApi,
  },
  merchantName: (shops, shop) => findShop(shops, shop)?.name ?? "",
  callback: challengeCallback,
  forge,
};
