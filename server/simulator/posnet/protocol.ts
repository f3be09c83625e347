import type { SimulatedProtocol } from "@/server/simulator/simulator";

/** PosNet from the bank's side. */
export const posnet: SimulatedProtocol = {
  name: "posnet",
  routes: {},
  merchantName: () => "",
  callback: () => ({ action: "", fields: [] }),
  forge: (_, genuine) => genuine,
};
