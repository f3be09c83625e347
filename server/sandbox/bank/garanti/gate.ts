import { digestsEqual } from "@/server/banks/compare";
import { formHash, securityData } from "@/server/banks/garanti/hash";
import { describeCard, fullEci, maskPan } from "../cards";
import { createGateHandler, type GateRequest } from "../pages/gate";
import { isCardLength, isCardNumber, isSecurityCode, isUnexpired } from "../pages/gate-card";
import type { GateForm } from "../pages/gate-form";
import { drawUuid } from "../random-texts";
import type { BrowserForm } from "../records/authentications";
import { readInstallment } from "../records/installment";
import type { GarantiShop } from "../records/shops";
import type { SetupFault } from "../setup-faults/setup-faults";
import { systemErrorCallback } from "./callback";
import { findTerminal } from "./shop";
import { isAddress, isCurrency, isMode, isOrderId, isVersion, readAmount } from "./values";

/** Answers the 3-D gate. The names of fields are lower-case and case-sensitive. */
export const openGate = createGateHandler<GarantiShop>({
  form: { isCaseFolded: false, isSecret: (name) => name.startsWith("CARD") },
  addresses: ["successurl", "errorurl"],
  findShop: (shops, form) => findTerminal(shops, form.value("terminalid")),
  refuse,
  describeAuthentication,
});

function refuse({ form, shop, at: now, random, fault: ofSetup }: GateRequest<GarantiShop>): BrowserForm | null {
  const fault = findFault(form, shop, now) ?? findSetupFault(ofSetup);
  if (fault === null) return null;
  const pan = form.value("cardnumber");
  return systemErrorCallback(form.echo, shop, fault, isCardLength(pan) ? maskPan(pan) : "", random);
}

interface GateFault {
  /** 7: wrong signature or model. 6: the order or the shop cannot be accepted. 8: invalid card data. */
  readonly mdStatus: "6" | "7" | "8";
  readonly message: string;
}

function findFault(form: GateForm, shop: GarantiShop, now: Date): GateFault | null {
  if (!isSigned(form, shop)) return { mdStatus: "7", message: "Güvenlik kodu hatalı" };
  if (form.value("secure3dsecuritylevel") !== "3D") {
    return levelNotOpen;
  }
  const wrong = orderRules.find(({ holds }) => !holds(form, shop));
  if (wrong !== undefined) return { mdStatus: "6", message: wrong.message };
  return isCardInForm(form, now) ? null : { mdStatus: "8", message: "Kart bilgileri geçersiz" };
}

const levelNotOpen: GateFault = { mdStatus: "7", message: "Güvenlik seviyesi bu terminale açık değil" };

/** Returns what the gate objects to in a valid form, because of a fault in the bank's records of the shop (B-14.3). */
function findSetupFault(fault: SetupFault | null): GateFault | null {
  if (fault === "three_d_right_closed") return levelNotOpen;
  return fault === "currency_not_opened"
    ? { mdStatus: "6", message: "Terminalin bu döviz kodunda işlem yetkisi yok" }
    : null;
}

function isSigned(form: GateForm, shop: GarantiShop): boolean {
  const signed = {
    terminalId: form.value("terminalid"),
    orderId: form.value("orderid"),
    amount: form.value("txnamount"),
    currency: form.value("txncurrencycode"),
    successUrl: form.value("successurl"),
    errorUrl: form.value("errorurl"),
    type: form.value("txntype"),
    installment: form.value("txninstallmentcount"),
  };
  const expected = formHash(signed, shop.storeKey, securityData(shop.provPassword, shop.terminalId));
  return digestsEqual(form.value("secure3dhash"), expected);
}

interface OrderRule {
  readonly message: string;
  holds(form: GateForm, shop: GarantiShop): boolean;
}

const orderRules: readonly OrderRule[] = [
  { message: "Çalışma modu geçersiz", holds: (form) => isMode(form.value("mode")) },
  { message: "Sürüm geçersiz", holds: (form) => isVersion(form.value("apiversion")) },
  {
    message: "İşyeri numarası terminale ait değil",
    holds: (form, shop) => form.value("terminalmerchantid") === shop.merchantId,
  },
  {
    message: "Terminal kullanıcısı geçersiz",
    holds: (form, shop) => form.value("terminalprovuserid") === shop.provUser && form.value("terminaluserid") !== "",
  },
  { message: "İşlem tipi geçersiz", holds: (form) => form.value("txntype") === "sales" },
  { message: "Tutar geçersiz", holds: (form) => readAmount(form.value("txnamount")) !== null },
  { message: "Para birimi geçersiz", holds: (form) => isCurrency(form.value("txncurrencycode")) },
  {
    message: "Taksit sayısı geçersiz",
    holds: (form) => readFormInstallment(form) !== null,
  },
  { message: "Sipariş numarası geçersiz", holds: (form) => isOrderId(form.value("orderid")) },
  { message: "Müşteri IP adresi geçersiz", holds: (form) => isAddress(form.value("customeripaddress")) },
];

const readFormInstallment = (form: GateForm): number | null => readInstallment(form.value("txninstallmentcount"), "");

const isCardInForm = (form: GateForm, now: Date): boolean =>
  isCardNumber(form.value("cardnumber")) &&
  isSecurityCode(form.value("cardcvv2"), form.value("cardnumber")) &&
  isUnexpired(form.value("cardexpiredatemonth"), form.value("cardexpiredateyear"), now);

function describeAuthentication({ form, shop, random }: GateRequest<GarantiShop>) {
  const card = describeCard(form.value("cardnumber"));
  const eci = fullEci(card.scheme);
  return {
    ...card,
    protocol: "garanti",
    shop: shop.merchantId,
    orderId: form.value("orderid"),
    amountKurus: readAmount(form.value("txnamount")) ?? 0n,
    installment: readFormInstallment(form) ?? 1,
    proofKey: Buffer.concat([Buffer.from(`index:${eci}`), random.bytes(128)]).toString("base64"),
    proofs: { xid: drawUuid(random), eci, cavv: random.bytes(20).toString("base64") },
  };
}
