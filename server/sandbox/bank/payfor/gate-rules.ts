import { digestsEqual } from "@/server/banks/compare";
import { formHash } from "@/server/banks/payfor/hash";
import { parseWireAmount } from "@/server/domain/money";
import { passesLuhn } from "../cards";
import { isCardLength, isSecurityCode, isUnexpired } from "../pages/gate-card";
import type { GateForm } from "../pages/gate-form";
import { readInstallment } from "../records/installment";
import type { PayforShop } from "../records/shops";
import { refusesCount, type SetupFault } from "../setup-faults/setup-faults";

/** The reason why the gate refuses a form; the browser posts it to the shop's `FailUrl`. */
export interface GateFault {
  readonly code: string;
  readonly message: string;
}

/**
 * Finds the first rule that the form breaks, or null. Where no code of PayFor is public, the code is that of ISO 8583.
 */
export function findGateFault(form: GateForm, shop: PayforShop, now: Date): GateFault | null {
  const broken = rules.find(({ holds }) => !holds(form, { shop, now }));
  return broken === undefined ? null : { code: broken.code, message: broken.message };
}

/** The fault of an order id that was used before: it is valid for one sale only. */
export const usedOrder: GateFault = {
  code: "101310",
  message: "Verilen sipariş no önceden kullanılmıştır.",
};

/** Returns what the gate objects to in a valid form, because of a fault in the bank's records of the shop (B-14.5). */
export function findSetupFault(form: GateForm, fault: SetupFault | null): GateFault | null {
  if (fault === "three_d_right_closed") return modelNotAllowed;
  if (fault === "merchant_closed") return { code: "03", message: "Geçersiz üye işyeri" };
  return refusesCount(fault, readFormInstallment(form) ?? 1) ? wrongCount : null;
}

const modelNotAllowed: GateFault = { code: "57", message: "Üye işyeri bu işlem modeli için yetkili değil" };
const wrongCount: GateFault = { code: "V023", message: "Taksit sayısı geçersiz" };

interface Rule extends GateFault {
  holds(form: GateForm, circumstances: { readonly shop: PayforShop; readonly now: Date }): boolean;
}

const rule = (code: string, message: string, holds: Rule["holds"]): Rule => ({ code, message, holds });

const urlLengthMax = 200;

/** The largest amount in kuruş (M019). */
const amountMax = 20_000_000n;

const rules: readonly Rule[] = [
  rule("M030", "Hash değeri uyuşmuyor", (form, { shop }) => isSigned(form, shop)),
  rule("M038", "OkUrl uzunluğu geçersiz", (form) =>
    ["OkUrl", "FailUrl"].every((name) => form.value(name).length <= urlLengthMax),
  ),
  rule(modelNotAllowed.code, modelNotAllowed.message, (form) => form.value("SecureType") === "3DModel"),
  rule("12", "Geçersiz işlem", (form) => form.value("TxnType") === "Auth"),
  rule("12", "Geçersiz para birimi", (form) => form.value("Currency") === "949"),
  rule("12", "Geçersiz sipariş numarası", (form) => /^[A-Za-z0-9_-]{1,36}$/.test(form.value("OrderId"))),
  rule("12", "Geçersiz rastgele değer", (form) => /^.{1,50}$/.test(form.value("Rnd"))),
  rule("12", "Geçersiz dil", (form) => /^(tr|en)$/i.test(form.value("Lang"))),
  rule("M004", "Tutar formatı geçersiz", (form) => readAmount(form) !== null),
  rule("M019", "Tutar 0,01 ile 200.000 arasında olmalıdır", (form) => isWithinBounds(readAmount(form))),
  rule(wrongCount.code, wrongCount.message, (form) => readFormInstallment(form) !== null),
  rule("M008", "Kart numarası uzunluğu geçersiz", (form) => isCardLength(form.value("Pan"))),
  rule("M041", "Geçersiz kart numarası", (form) => passesLuhn(form.value("Pan"))),
  rule("M006", "Son kullanma tarihi geçersiz", (form, { now }) => isMonthLeft(form.value("Expiry"), now)),
  rule("82", "Güvenlik kodu geçersiz", (form) => isSecurityCode(form.value("Cvv2"), form.value("Pan"))),
];

export const readAmount = (form: GateForm): bigint | null => parseWireAmount(form.value("PurchAmount"), "decimal");

const isWithinBounds = (amountKurus: bigint | null): boolean =>
  amountKurus !== null && amountKurus > 0n && amountKurus <= amountMax;

export const readFormInstallment = (form: GateForm): number | null =>
  readInstallment(form.value("InstallmentCount"), "0");

function isSigned(form: GateForm, shop: PayforShop): boolean {
  const signed = {
    memberId: form.value("MbrId"),
    orderId: form.value("OrderId"),
    amount: form.value("PurchAmount"),
    okUrl: form.value("OkUrl"),
    failUrl: form.value("FailUrl"),
    type: form.value("TxnType"),
    installment: form.value("InstallmentCount"),
    nonce: form.value("Rnd"),
  };
  return digestsEqual(form.value("Hash"), formHash(signed, shop.merchantPass));
}

/** @param expiry `MMYY` */
const isMonthLeft = (expiry: string, now: Date): boolean => isUnexpired(expiry.slice(0, 2), expiry.slice(2), now);
