import { digestsEqual } from "@/server/banks/compare";
import { hashVersion3 } from "@/server/banks/nestpay/hash";
import { parseWireAmount } from "@/server/domain/money";
import { drawInteger } from "@/server/domain/random";
import { describeCard, fullEci } from "../cards";
import { createGateHandler, type GateRequest } from "../pages/gate";
import { isCardNumber, isSecurityCode, isUnexpired } from "../pages/gate-card";
import type { GateForm } from "../pages/gate-form";
import { drawHex } from "../random-texts";
import type { BrowserForm } from "../records/authentications";
import { readInstallment } from "../records/installment";
import type { NestpayShop } from "../records/shops";
import { refusesCount, type SetupFault } from "../setup-faults/setup-faults";
import { oldVersionCallback, pageErrorCallback, systemErrorCallback } from "./callback";
import { findShop } from "./shop";

/** Answers the 3-D gate. Names are compared without case, because vendor samples spell them in different ways. */
export const openGate = createGateHandler<NestpayShop>({
  form: { isCaseFolded: true, isSecret: (name) => ["PAN", "CV2", "HASH"].includes(name) },
  addresses: ["okUrl", "failUrl"],
  findShop: (shops, form) => findShop(shops, form.value("clientid")),
  refuse,
  describeAuthentication,
});

function refuse({ form, shop, clientIp, at: now, fault: ofSetup }: GateRequest<NestpayShop>): BrowserForm | null {
  if (ofSetup === "wrong_hash_version") return oldVersionCallback(form.echo, shop, wrongSignature);
  const fault = findFault(form, shop, now) ?? findSetupFault(form, ofSetup);
  if (fault === null) return null;
  return fault.kind === "page"
    ? pageErrorCallback(form.echo, shop, fault.code, fault.message)
    : systemErrorCallback(form.echo, shop, fault.mdStatus, fault.message, clientIp);
}

type GateFault =
  /** An error of the page before 3-D Secure: the return has an error code and no `mdStatus`. */
  | { readonly kind: "page"; readonly code: string; readonly message: string }
  | { readonly kind: "system"; readonly mdStatus: string; readonly message: string };

function findFault(form: GateForm, shop: NestpayShop, now: Date): GateFault | null {
  if (form.value("hashAlgorithm") !== "ver3" || !isSigned(form, shop)) {
    return { kind: "system", mdStatus: "7", message: wrongSignature };
  }
  if (form.value("storetype") !== "3d") return modelNotAllowed;
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

const wrongSignature = "Güvenlik kodu hatalı";

const modelNotAllowed: GateFault = { kind: "page", code: "3D-1007", message: "Isyeri kullanim tipi desteklenmiyor." };

/** Returns what the gate objects to in a valid form, because of a fault in the bank's records of the shop (B-14.2). */
function findSetupFault(form: GateForm, fault: SetupFault | null): GateFault | null {
  if (fault === "three_d_right_closed") return modelNotAllowed;
  if (fault === "merchant_closed") return { kind: "system", mdStatus: "6", message: "Üye işyeri kapalı" };
  if (fault === "currency_not_opened") return { kind: "page", code: "CORE-1019", message: "Para birimi hatali" };
  return refusesCount(fault, readFormInstallment(form) ?? 1)
    ? { kind: "page", code: "CORE-2603", message: "Taksit tablosu icin gecersiz deger" }
    : null;
}

const isSigned = (form: GateForm, shop: NestpayShop): boolean =>
  digestsEqual(form.value("hash"), hashVersion3(form.fields, shop.storeKey));

const orderRules: readonly { readonly message: string; holds(form: GateForm): boolean }[] = [
  {
    message: "İşlem tipi geçersiz",
    holds: (form) => (form.value("TranType") || form.value("islemtipi")) === "Auth",
  },
  {
    message: "Tutar geçersiz",
    holds: (form) => (parseWireAmount(form.value("amount"), "decimal") ?? 0n) > 0n,
  },
  { message: "Para birimi geçersiz", holds: (form) => form.value("currency") === "949" },
  { message: "Sipariş numarası geçersiz", holds: (form) => /^[A-Za-z0-9_-]{1,64}$/.test(form.value("oid")) },
  { message: "Taksit sayısı geçersiz", holds: (form) => readFormInstallment(form) !== null },
  { message: "Rastgele değer geçersiz", holds: (form) => /^.{1,20}$/.test(form.value("rnd")) },
];

/** Reads the installments from either field name; vendor samples use both. */
const readFormInstallment = (form: GateForm): number | null =>
  readInstallment(form.value("taksit") || form.value("Instalment"), "");

/** Returns whether the form has a valid card. Some shops post the year with four digits. */
const isCardInForm = (form: GateForm, now: Date): boolean =>
  isCardNumber(form.value("pan")) &&
  isSecurityCode(form.value("cv2"), form.value("pan")) &&
  isUnexpired(
    form.value("Ecom_Payment_Card_ExpDate_Month"),
    form.value("Ecom_Payment_Card_ExpDate_Year").replace(/^20(?=\d{2}$)/, ""),
    now,
  );

function describeAuthentication({ form, shop, random }: GateRequest<NestpayShop>) {
  const card = describeCard(form.value("pan"));
  const key = `${drawHex(random, 64)}:${1_000 + drawInteger(random, 9_000)}`;
  return {
    ...card,
    protocol: "nestpay",
    shop: shop.clientId,
    orderId: form.value("oid"),
    amountKurus: parseWireAmount(form.value("amount"), "decimal") ?? 0n,
    installment: readFormInstallment(form) ?? 1,
    proofKey: `${card.maskedPan.slice(0, 6)}:${key}:##${shop.clientId}`,
    proofs: {
      xid: random.bytes(20).toString("base64"),
      eci: fullEci(card.scheme),
      cavv: random.bytes(20).toString("base64"),
    },
  };
}
