import type { Random } from "@/server/domain/random";
import { describeCard } from "../cards";
import { createGateHandler, type GateRequest } from "../pages/gate";
import type { GateForm } from "../pages/gate-form";
import { drawDigits } from "../random-texts";
import type { BrowserForm } from "../records/authentications";
import { readRecord } from "../records/orders";
import type { PayforShop, Shops } from "../records/shops";
import { refusalCallback } from "./callback";
import {
  findGateFault,
  findSetupFault,
  type GateFault,
  readAmount,
  readFormInstallment,
  usedOrder,
} from "./gate-rules";
import { findShop } from "./shop";

/** Answers the 3-D gate. Names are compared without case, as the real gate does. */
export const openGate = createGateHandler<PayforShop>({
  form: { isCaseFolded: true, isSecret: (name) => ["PAN", "EXPIRY", "CVV2", "USERPASS"].includes(name) },
  addresses: ["OkUrl", "FailUrl"],
  findShop: findFormShop,
  refuse,
  describeAuthentication,
});

function findFormShop(shops: Shops, form: GateForm): PayforShop | null {
  const shop = findShop(shops, form.value("MerchantID"));
  const isTheirs = shop?.memberId === form.value("MbrId") && shop.userCode === form.value("UserCode");
  return isTheirs ? shop : null;
}

async function refuse(gateRequest: GateRequest<PayforShop>): Promise<BrowserForm | null> {
  const { form, shop, clientIp, at: now, fault: ofSetup } = gateRequest;
  const fault = findGateFault(form, shop, now) ?? findSetupFault(form, ofSetup) ?? (await findOrderFault(gateRequest));
  return fault === null ? null : refusalCallback(form.echo, shop, fault, clientIp, now);
}

/** Returns a fault when the order id was used: the issuer was asked about it, with any result. */
async function findOrderFault({ form, shop, pool }: GateRequest<PayforShop>): Promise<GateFault | null> {
  const key = { protocol: "payfor", shop: shop.merchantId, orderId: form.value("OrderId") };
  const { transactions } = await readRecord(pool, key);
  return transactions.length === 0 ? null : usedOrder;
}

function describeAuthentication({ form, shop, random }: GateRequest<PayforShop>) {
  return {
    ...describeCard(form.value("Pan")),
    protocol: "payfor",
    shop: shop.merchantId,
    orderId: form.value("OrderId"),
    amountKurus: readAmount(form) ?? 0n,
    installment: readFormInstallment(form) ?? 1,
    proofKey: newRequestGuid(random),
    // The capture needs no other proof than the request's number.
    proofs: {},
  };
}

/** Returns a request number of 16 digits, as the bank's numbers have. */
const newRequestGuid = (random: Random): string => `1${drawDigits(random, 15)}`;
