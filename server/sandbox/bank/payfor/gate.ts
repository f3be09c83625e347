import { randomInt } from "node:crypto";
import { describeCard } from "../cards";
import { openerOf, type Visit } from "../pages/gate";
import type { GateForm } from "../pages/gate-form";
import type { BrowserForm } from "../records/authentications";
import { readRecord } from "../records/orders";
import type { PayforShop, Shops } from "../records/shops";
import { refusalCallback } from "./callback";
import { amountOf, findGateFault, type GateFault, installmentOf, usedOrder } from "./gate-rules";
import { findShop } from "./shop";

/** The 3-D gate. Names are found without regard to case, as its server does. */
export const openGate = openerOf<PayforShop>({
  form: { isCaseFolded: true, isSecret: (name) => ["PAN", "EXPIRY", "CVV2", "USERPASS"].includes(name) },
  addresses: ["OkUrl", "FailUrl"],
  shopOf,
  refuse,
  authenticationOf,
});

function shopOf(shops: Shops, form: GateForm): PayforShop | null {
  const shop = findShop(shops, form.value("MerchantID"));
  const isTheirs = shop?.memberId === form.value("MbrId") && shop.userCode === form.value("UserCode");
  return isTheirs ? shop : null;
}

async function refuse(visit: Visit<PayforShop>): Promise<BrowserForm | null> {
  const { form, shop, clientIp, now } = visit;
  const fault = findGateFault(form, shop, now) ?? (await faultOfOrder(visit));
  return fault === null ? null : refusalCallback(form.echo, shop, fault, clientIp, now);
}

/** An order on which the issuer was asked is used, whatever the issuer said. */
async function faultOfOrder({ form, shop, pool }: Visit<PayforShop>): Promise<GateFault | null> {
  const key = { protocol: "payfor", shop: shop.merchantId, orderId: form.value("OrderId") };
  const { transactions } = await readRecord(pool, key);
  return transactions.length === 0 ? null : usedOrder;
}

function authenticationOf({ form, shop }: Visit<PayforShop>) {
  return {
    ...describeCard(form.value("Pan")),
    protocol: "payfor",
    shop: shop.merchantId,
    orderId: form.value("OrderId"),
    amountKurus: amountOf(form) ?? 0n,
    installment: installmentOf(form) ?? 1,
    proofKey: newRequestGuid(),
    // The capture proves itself by the request's number alone.
    proofs: {},
  };
}

/** 16 digits, as the bank's own. */
const newRequestGuid = (): string =>
  `1${Array.from({ length: 3 }, () => String(randomInt(100_000)).padStart(5, "0")).join("")}`;
