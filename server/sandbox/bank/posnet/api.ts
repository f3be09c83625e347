import type { Answer } from "../answer";
import type { PosnetShop } from "../records/shops";
import { refusesOperation, type SetupFault } from "../setup-faults/setup-faults";
import type { BankRequest, Simulator } from "../simulator";
import { answerRefusal } from "./api-answers";
import { charge } from "./charge";
import type { Job } from "./job";
import { lookUp, returnMoney, reverse } from "./later-operations";
import { type PosnetMessage, type RequestName, readMessage } from "./message";
import { prepare } from "./prepare";
import { resolve } from "./resolve";
import { findShop } from "./shop";

/**
 * Answers the XML service: encrypts an order, resolves a return and charges it, voids, gives money back, and returns
 * the records of an order.
 */
export async function answerApi(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const { clientIp } = request;
  const message = readMessage(request);
  if (message === null) return answerRefusal("bad_packet", clientIp);
  if (!/^\d{10}$/.test(message.mid)) return answerRefusal("mid_length", clientIp);
  const shop = findShop(simulator.shops, message.mid, message.tid);
  if (shop === null || simulator.fault === "source_address_not_registered") {
    return answerRefusal("shop_unknown", clientIp);
  }
  if (!matchesHeaders(shop, request) || !matchesPosnetId(shop, message)) {
    return answerRefusal("wrong_credentials", clientIp);
  }
  if (message.name === null || isNotEntitled(simulator.fault, message.name)) {
    return answerRefusal("not_entitled", clientIp);
  }
  return handlers[message.name]({ simulator, shop, message, clientIp });
}

/** Returns whether the terminal may not do this, because of a fault in the bank's records of it (B-14.4). */
const isNotEntitled = (fault: SetupFault | null, name: RequestName): boolean =>
  (name === "oosRequestData" && fault === "three_d_right_closed") ||
  (name === "reverse" && refusesOperation(fault, "void")) ||
  (name === "return" && refusesOperation(fault, "credit"));

const handlers: Readonly<Record<RequestName, (job: Job) => Promise<Answer>>> = {
  oosRequestData: prepare,
  oosResolveMerchantData: resolve,
  oosTranData: charge,
  reverse,
  return: returnMoney,
  agreement: lookUp,
};

/** Checks the headers: the bank demands the shop's numbers and a correlation id of the merchant (B-4.1). */
const matchesHeaders = ({ mid, tid, posnetId }: PosnetShop, { headers }: BankRequest): boolean =>
  headers["x-merchant-id"] === mid &&
  headers["x-terminal-id"] === tid &&
  headers["x-posnet-id"] === posnetId &&
  /^[\w-]{1,36}$/.test(String(headers["x-correlation-id"] ?? ""));

const matchesPosnetId = ({ posnetId }: PosnetShop, message: PosnetMessage): boolean =>
  message.name !== "oosRequestData" || message.text("posnetid") === posnetId;
