import { digestsEqual } from "@/server/banks/compare";
import { chargeMac, type MacOrder, requestMac } from "@/server/banks/posnet/hash";
import type { Authentication, StoredAuthentication } from "../records/authentications";
import type { PosnetShop } from "../records/shops";
import type { Simulator } from "../simulator";
import { lira } from "./amounts";
import type { Word } from "./api-answers";
import type { PosnetMessage } from "./message";
import { arePacketsOf } from "./packets";
import { macAccountOf } from "./shop";

/** A request that has passed the door. */
export interface Job {
  readonly simulator: Simulator;
  readonly shop: PosnetShop;
  readonly message: PosnetMessage;
  readonly clientIp: string;
}

/** An order as macs have it, by what the bank itself has on record. */
export const macOrderOf = ({ orderId, amountKurus }: Authentication): MacOrder => ({
  xid: orderId,
  amount: amountKurus.toString(),
  currency: lira,
});

/**
 * What is wrong with the packets that a server brings: not the bank's, altered, another shop's, from a page that was
 * never finished, or with a mac that is not over what the bank knows of the order. Null when nothing is.
 */
export function faultOfPackets(
  { shop, message }: Job,
  authentication: StoredAuthentication | null,
): Extract<Word, "bad_packet" | "wrong_mac"> | null {
  const brought = ["bankData", "merchantData", "sign"].flatMap((name) => {
    const text = message.text(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  if (
    authentication === null ||
    authentication.shop !== shop.mid ||
    authentication.state === "waiting" ||
    !arePacketsOf(authentication, Object.fromEntries(brought))
  ) {
    return "bad_packet";
  }
  const mac = requestMac(macOrderOf(authentication), macAccountOf(shop));
  return digestsEqual(message.text("mac") ?? "", mac) ? null : "wrong_mac";
}

/** Signs the answer to a charge; a refused one has no key of the host. */
export const signCharge = (hostLogKey: string, authentication: Authentication, shop: PosnetShop): string =>
  chargeMac(hostLogKey, macOrderOf(authentication), macAccountOf(shop));
