import { randomBytes, randomInt } from "node:crypto";
import { digestsEqual } from "@/server/banks/compare";
import { hashVersion3 } from "@/server/banks/nestpay/hash";
import { parseDecimalText } from "@/server/domain/money";
import { describeCard, eciOf } from "../cards";
import { openerOf, type Visit } from "../pages/gate";
import { isCardNumber, isSecurityCode, isUnexpired } from "../pages/gate-card";
import type { GateForm } from "../pages/gate-form";
import type { BrowserForm } from "../records/authentications";
import { readInstallment } from "../records/installment";
import type { NestpayShop } from "../records/shops";
import { pageErrorCallback, systemErrorCallback } from "./callback";
import { findShop } from "./shop";

/** The 3-D gate. Names are found without regard to case, as vendor samples spell them variously. */
export const openGate = openerOf<NestpayShop>({
  form: { isCaseFolded: true, isSecret: (name) => ["PAN", "CV2", "HASH"].includes(name) },
  addresses: ["okUrl", "failUrl"],
  shopOf: (shops, form) => findShop(shops, form.value("clientid")),
  refuse,
  authenticationOf,
});

function refuse({ form, shop, clientIp, now }: Visit<NestpayShop>): BrowserForm | null {
  const fault = faultOf(form, shop, now);
  if (fault === null) return null;
  return fault.kind === "page"
    ? pageErrorCallback(form.echo, shop, fault.code, fault.message)
    : systemErrorCallback(form.echo, shop, fault.mdStatus, fault.message, clientIp);
}

type GateFault =
  /** Before 3-D Secure: the answer has an error code and no mdStatus. */
  | { readonly kind: "page"; readonly code: string; readonly message: string }
  | { readonly kind: "system"; readonly mdStatus: string; readonly message: string };

function faultOf(form: GateForm, shop: NestpayShop, now: Date): GateFault | null {
  if (form.value("hashAlgorithm") !== "ver3" || !isSigned(form, shop)) {
    return { kind: "system", mdStatus: "7", message: "Güvenlik kodu hatalı" };
  }
  if (form.value("storetype") !== "3d") {
    return { kind: "page", code: "3D-1007", message: "Üye işyeri bu işlem modeli için yetkili değil." };
  }
  const wrong = orderRules.find(({ holds }) => !holds(form));
  if (wrong !== undefined) return { kind: "system", mdStatus: "6", message: wrong.message };
  if (!isCardInForm(form, now)) {
    return {
      kind: "page",
      code: "HPP-1001",
      message: "Girilen kart bilgileri doğru formatta değildir. Bilgileri kontrol ederek tekrar deneyiniz.",
    };
  }
  return null;
}

const isSigned = (form: GateForm, shop: NestpayShop): boolean =>
  digestsEqual(form.value("hash"), hashVersion3(form.fields, shop.storeKey));

const orderRules: readonly { readonly message: string; holds(form: GateForm): boolean }[] = [
  {
    message: "İşlem tipi geçersiz",
    holds: (form) => (form.value("TranType") || form.value("islemtipi")) === "Auth",
  },
  { message: "Tutar geçersiz", holds: (form) => (parseDecimalText(form.value("amount")) ?? 0n) > 0n },
  { message: "Para birimi geçersiz", holds: (form) => form.value("currency") === "949" },
  { message: "Sipariş numarası geçersiz", holds: (form) => /^[A-Za-z0-9_-]{1,64}$/.test(form.value("oid")) },
  { message: "Taksit sayısı geçersiz", holds: (form) => installmentOf(form) !== null },
  { message: "Rastgele değer geçersiz", holds: (form) => /^.{1,20}$/.test(form.value("rnd")) },
];

/** Vendor samples name the field in two ways. */
const installmentOf = (form: GateForm): number | null =>
  readInstallment(form.value("taksit") || form.value("Instalment"), "");

/** Some shops post the year in four digits. */
const isCardInForm = (form: GateForm, now: Date): boolean =>
  isCardNumber(form.value("pan")) &&
  isSecurityCode(form.value("cv2"), form.value("pan")) &&
  isUnexpired(
    form.value("Ecom_Payment_Card_ExpDate_Month"),
    form.value("Ecom_Payment_Card_ExpDate_Year").replace(/^20(?=\d{2}$)/, ""),
    now,
  );

function authenticationOf({ form, shop }: Visit<NestpayShop>) {
  const card = describeCard(form.value("pan"));
  const hex = randomBytes(32).toString("hex").toUpperCase();
  return {
    ...card,
    protocol: "nestpay",
    shop: shop.clientId,
    orderId: form.value("oid"),
    amountKurus: parseDecimalText(form.value("amount")) ?? 0n,
    installment: installmentOf(form) ?? 1,
    proofKey: `${card.maskedPan.slice(0, 6)}:${hex}:${randomInt(1000, 10_000)}:##${shop.clientId}`,
    proofs: {
      xid: randomBytes(20).toString("base64"),
      eci: eciOf(card.scheme),
      cavv: randomBytes(20).toString("base64"),
    },
  };
}
