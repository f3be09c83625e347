import type { BankConnector } from "@/server/banks/bank";
import { readReturn } from "./callback";
import { encode, handoff } from "./request";
import { decode } from "./response";

/**
 * The connector of PosNet (Yapı Kredi), 3-D Secure by OOS: the bank encrypts the order first and decrypts the return
 * (B-4).
 */
export const posnet: BankConnector = {
  protocol: "posnet",
  supports: { prepare: true, void: true, credit: true, history: true },
  buildBankForm: handoff,
  readReturn,
  encode,
  decode,
};

export { reproduce } from "./reproduce";
