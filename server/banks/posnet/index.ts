import type { Bank } from "@/server/banks/bank";
import { readReturn } from "./callback";
import { encode, handoff } from "./request";
import { decode } from "./response";

/** PosNet (Yapı Kredi), 3-D Secure by OOS: the bank encrypts the order first, and reads what the browser brings back. */
export const posnet: Bank = {
  protocol: "posnet",
  supports: { prepare: true, void: true, credit: true, history: true },
  handoff,
  readReturn,
  encode,
  decode,
};

export { reproduce } from "./reproduce";
