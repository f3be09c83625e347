import type { BankConnector } from "@/server/banks/bank";
import { readReturn } from "./callback";
import { encode, handoff } from "./request";
import { decode } from "./response";

/** The connector of PayFor (QNB, Ziraat Katılım): secure type `3DModel` (B-5). */
export const payfor: BankConnector = {
  protocol: "payfor",
  supports: { prepare: false, void: true, credit: true, history: true, confirmCapture: true },
  buildBankForm: handoff,
  readReturn,
  encode,
  decode,
};

export { reproduce } from "./reproduce";
