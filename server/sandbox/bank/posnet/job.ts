import { digestsEqual } from "@/server/banks/compare";
import { chargeMac, type MacOrder, requestMac } from "@/server/banks/posnet/hash";
import type { Authentication, StoredAuthentication } from "../records/authentications";
import type { PosnetShop } from "../records/shops";
import type { Simulator } from "../simulator";
import { lira } from "./amounts";
import type { PosnetRefusal } from "./api-answers";
import type { PosnetMessage } from "./message";
import { matchesPackets } from "./packets";
import { toMacAccount } from "./shop";

/** An authenticated request of a shop's server. */
export interface Job {
  readonly simulator: Simulator;
  readonly shop: PosnetShop;
  readonly message: PosnetMessage;
  readonly clientIp: string;
}

/** Returns the bank's own values of an order for a mac. */
export const toMacOrder = ({ orderId, amountKurus }: Authentication): MacOrder => ({
  xid: orderId,
  amount: amountKurus.toString(),
  currency: lira,
});

/**
 * Finds a fault of the packets in a request: they are not the bank's, were altered, belong to another shop or to a page
 * that is still open, or the mac does not match the bank's values of the order. Null when there is none.
 */
export function findPacketFault(
  { shop, message }: Job,
  authentication: StoredAuthentication | null,
): Extract<PosnetRefusal, "bad_packet" | "wrong_mac"> | null {
  const given = ["bankData", "merchantData", "sign"].flatMap((name) => {
    const text = message.text(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  if (
    authentication === null ||
    authentication.shop !== shop.mid ||
    authentication.state === "waiting" ||
    !matchesPackets(authentication, Object.fromEntries(given))
  ) {
    return "bad_packet";
  }
  const mac = requestMac(toMacOrder(authentication), toMacAccount(shop));
  return digestsEqual(message.text("mac") ?? "", mac) ? null : "wrong_mac";
}

/** Signs the answer to a charge. A refused charge has an empty text instead of the host's key (B-4.2). */
export const signCharge = (hostLogKey: string, authentication: Authentication, shop: PosnetShop): string =>
  chargeMac(hostLogKey, toMacOrder(authentication), toMacAccount(shop));
