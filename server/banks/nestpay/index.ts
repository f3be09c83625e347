import type { BankConnector } from "@/server/banks/bank";
import { readReturn } from "./callback";
import { encode, handoff } from "./request";
import { decode } from "./response";

/** The connector of NestPay (Asseco, formerly EST): model `3d`, hash version 3 (B-2). */
export const nestpay: BankConnector = {
  protocol: "nestpay",
  supports: { prepare: false, void: true, credit: true, history: true },
  buildBankForm: handoff,
  readReturn,
  encode,
  decode,
};

export { reproduce } from "./reproduce";
