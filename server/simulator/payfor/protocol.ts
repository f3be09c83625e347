import type { SimulatedProtocol } from "@/server/simulator/simulator";

/** PayFor from the bank's side. */
export const payfor: SimulatedProtocol = {
  name: "payfor",
  routes: {},
  merchantName: () => "",
  callback: () => ({ action: "", fields: [] }),
  forge: (_, genuine) => genuine,
};
