import type { BankConnector } from "@/server/banks/bank";
import { readReturn } from "./callback";
import { handoff } from "./form";
import { encode } from "./request";
import { decode } from "./response";

/** The connector of Garanti's own gateway (GVP): model 3D, API version 512 (B-3). */
export const garanti: BankConnector = {
  protocol: "garanti",
  supports: { prepare: false, void: true, credit: true, history: true, hidesReversals: true },
  buildBankForm: handoff,
  readReturn,
  encode,
  decode,
};

export { reproduce } from "./reproduce";
