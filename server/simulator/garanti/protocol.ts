import type { SimulatedProtocol } from "@/server/simulator/simulator";

/** Garanti from the bank's side. */
export const garanti: SimulatedProtocol = {
  name: "garanti",
  routes: {},
  merchantName: () => "",
  callback: () => ({ action: "", fields: [] }),
  forge: (_, genuine) => genuine,
};
