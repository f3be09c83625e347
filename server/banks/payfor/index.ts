import type { Bank } from "@/server/banks/bank";
import { readReturn } from "./callback";
import { encode, handoff } from "./request";
import { decode } from "./response";

/** PayFor (QNB, Ziraat Katılım): secure type `3DModel`. */
export const payfor: Bank = {
  protocol: "payfor",
  supports: { prepare: false, void: true, credit: true, history: true, confirmCapture: true },
  handoff,
  readReturn,
  encode,
  decode,
};

export { reproduce } from "./reproduce";
