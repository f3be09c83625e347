import type { Bank } from "@/server/banks/bank";
import type { Reproduce } from "@/server/banks/vector";

const notYet = (): never => {
  throw new TypeError("PayFor is being built");
};

/** PayFor. */
export const payfor: Bank = {
  protocol: "payfor",
  supports: { prepare: false, void: true, credit: true, history: true },
  handoff: notYet,
  readReturn: notYet,
  encode: notYet,
  decode: notYet,
};

export const reproduce: Reproduce = notYet;
