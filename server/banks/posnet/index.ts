import type { Bank } from "@/server/banks/bank";
import type { Reproduce } from "@/server/banks/vector";

const notYet = (): never => {
  throw new TypeError("PosNet is being built");
};

/** PosNet. */
export const posnet: Bank = {
  protocol: "posnet",
  supports: { prepare: true, void: true, credit: true, history: true },
  handoff: notYet,
  readReturn: notYet,
  encode: notYet,
  decode: notYet,
};

export const reproduce: Reproduce = notYet;
