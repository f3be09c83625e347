import { randomInt } from "node:crypto";
import { charsetOfContentType, parseForm } from "@/server/domain/form-body";
import { newSecretToken } from "@/server/domain/ids";
import { type Answer, seeOther } from "@/server/simulator/answer";
import { openAuthentication } from "@/server/simulator/authentications";
import { describeCard } from "@/server/simulator/cards";
import { readRecord } from "@/server/simulator/orders";
import { noticePage, returnPage } from "@/server/simulator/pages";
import type { PayforShop } from "@/server/simulator/shops";
import type { BankRequest, Simulator } from "@/server/simulator/simulator";
import { refusalCallback } from "./callback";
import { GateForm } from "./gate-form";
import { amountOf, findGateFault, type GateFault, installmentOf, usedOrder } from "./gate-rules";
import { findShop } from "./shop";

/** The 3-D gate: checks what the browser brings for a shop and leads the buyer to the one-time code. */
export async function openGate(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const charset = charsetOfContentType(request.headers["content-type"] ?? "") ?? undefined;
  const form = new GateForm(parseForm(request.body, charset));
  const shop = shopOf(simulator, form);
  if (
    shop === null ||
    form.hasRepetitions ||
    !["OkUrl", "FailUrl"].every((name) => isWebAddress(form.value(name)))
  ) {
    return noticePage("refused", form.language);
  }
  const now = await simulator.now();
  const fault = await faultOf(simulator, form, shop, now);
  if (fault === null) return seeOther(`/3ds/${await openFor(simulator, form, shop, request.clientIp, now)}`);
  return returnPage(refusalCallback(form.echo, shop, fault, request.clientIp, now), form.language);
}

function shopOf(simulator: Simulator, form: GateForm): PayforShop | null {
  const shop = findShop(simulator.shops, form.value("MerchantID"));
  const isTheirs = shop?.memberId === form.value("MbrId") && shop.userCode === form.value("UserCode");
  return isTheirs ? shop : null;
}

/** An order on which the issuer was asked is used, whatever the issuer said. */
async function faultOf(
  simulator: Simulator,
  form: GateForm,
  shop: PayforShop,
  now: Date,
): Promise<GateFault | null> {
  const fault = findGateFault(form, shop, now);
  if (fault !== null) return fault;
  const key = { protocol: "payfor", shop: shop.merchantId, orderId: form.value("OrderId") };
  const { transactions } = await readRecord(simulator.pool, key);
  return transactions.length === 0 ? null : usedOrder;
}

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Keeps what the capture will take; of the card only what `describeCard` leaves. */
async function openFor(
  simulator: Simulator,
  form: GateForm,
  shop: PayforShop,
  buyerIp: string,
  now: Date,
): Promise<string> {
  const reference = newSecretToken();
  await openAuthentication(
    simulator.pool,
    {
      ...describeCard(form.value("Pan")),
      reference,
      protocol: "payfor",
      shop: shop.merchantId,
      orderId: form.value("OrderId"),
      amountKurus: amountOf(form) ?? 0n,
      installment: installmentOf(form) ?? 1,
      language: form.language,
      proofKey: newRequestGuid(),
      // The capture proves itself by the request's number alone.
      proofs: {},
      sent: form.echo,
      buyerIp,
    },
    now,
  );
  return reference;
}

/** 16 digits, as the bank's own. */
const newRequestGuid = (): string =>
  `1${Array.from({ length: 3 }, () => String(randomInt(100_000)).padStart(5, "0")).join("")}`;
