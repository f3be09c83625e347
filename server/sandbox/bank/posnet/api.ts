import type { Answer } from "../answer";
import type { PosnetShop } from "../records/shops";
import type { BankRequest, Simulator } from "../simulator";
import { answerRefusal } from "./api-answers";
import { charge } from "./charge";
import type { Job } from "./job";
import { lookUp, returnMoney, reverse } from "./later";
import { type PosnetMessage, type RequestName, readMessage } from "./message";
import { prepare } from "./prepare";
import { resolve } from "./resolve";
import { findShop } from "./shop";

/** The XML service: encrypts an order, resolves a return and charges it, voids, gives back, and tells what is on record. */
export async function answerApi(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const { clientIp } = request;
  const message = readMessage(request);
  if (message === null) return answerRefusal("bad_packet", clientIp);
  if (!/^\d{10}$/.test(message.mid)) return answerRefusal("mid_length", clientIp);
  const shop = findShop(simulator.shops, message.mid, message.tid);
  if (shop === null) return answerRefusal("shop_unknown", clientIp);
  if (!areHeadersOf(shop, request) || !isPosnetIdOf(shop, message)) {
    return answerRefusal("wrong_credentials", clientIp);
  }
  if (message.name === null) return answerRefusal("not_entitled", clientIp);
  return works[message.name]({ simulator, shop, message, clientIp });
}

const works: Readonly<Record<RequestName, (job: Job) => Promise<Answer>>> = {
  oosRequestData: prepare,
  oosResolveMerchantData: resolve,
  oosTranData: charge,
  reverse,
  return: returnMoney,
  agreement: lookUp,
};

/** The bank wants the shop named before it opens the message, and a word that the merchant finds the request again by. */
const areHeadersOf = ({ mid, tid, posnetId }: PosnetShop, { headers }: BankRequest): boolean =>
  headers["x-merchant-id"] === mid &&
  headers["x-terminal-id"] === tid &&
  headers["x-posnet-id"] === posnetId &&
  /^[\w-]{1,36}$/.test(String(headers["x-correlation-id"] ?? ""));

const isPosnetIdOf = ({ posnetId }: PosnetShop, message: PosnetMessage): boolean =>
  message.name !== "oosRequestData" || message.text("posnetid") === posnetId;
