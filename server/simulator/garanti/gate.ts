import { randomBytes, randomUUID } from "node:crypto";
import { digestsEqual, foldAscii } from "@/server/banks/compare";
import { formHash, securityData } from "@/server/banks/garanti/hash";
import { istanbulYearMonth } from "@/server/domain/business-day";
import { charsetOfContentType, type FormFields, parseForm } from "@/server/domain/form-body";
import { newSecretToken } from "@/server/domain/ids";
import { type Answer, seeOther } from "@/server/simulator/answer";
import { openAuthentication } from "@/server/simulator/authentications";
import { describeCard, maskPan, passesLuhn, schemeOf } from "@/server/simulator/cards";
import type { PageLanguage } from "@/server/simulator/page-words";
import { noticePage, returnPage } from "@/server/simulator/pages";
import type { GarantiShop } from "@/server/simulator/shops";
import type { BankRequest, Simulator } from "@/server/simulator/simulator";
import { systemErrorCallback } from "./callback";
import { findTerminal } from "./shop";
import { isAddress, isCurrency, isMode, isOrderId, isVersion, readAmount, readInstallment } from "./values";

/** The 3-D gate: checks what the browser brings for a terminal and leads the buyer to the one-time code. */
export async function openGate(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const charset = charsetOfContentType(request.headers["content-type"] ?? "") ?? undefined;
  const form = new GateForm(parseForm(request.body, charset));
  const shop = findTerminal(simulator.shops, form.value("terminalid"));
  if (
    shop === null ||
    form.hasRepetitions ||
    !["successurl", "errorurl"].every((name) => isWebAddress(form.value(name)))
  ) {
    return noticePage("refused", form.language);
  }
  const now = await simulator.now();
  const fault = faultOf(form, shop, now);
  if (fault === null) return seeOther(`/3ds/${await openFor(simulator, form, shop, request.clientIp, now)}`);
  const pan = form.value("cardnumber");
  const mask = /^\d{13,19}$/.test(pan) ? maskPan(pan) : "";
  return returnPage(systemErrorCallback(form.echo, shop, fault, mask), form.language);
}

/** The posted form. Names are lower-case and found as they are; one that differs by its case alone is a repetition. */
class GateForm {
  readonly hasRepetitions: boolean;
  readonly #values: ReadonlyMap<string, string>;

  constructor(readonly fields: FormFields) {
    this.#values = new Map(fields);
    this.hasRepetitions = new Set(fields.map(([name]) => foldAscii(name))).size !== fields.length;
  }

  value(name: string): string {
    return this.#values.get(name) ?? "";
  }

  /** What goes back to the merchant: everything but the card. */
  get echo(): FormFields {
    return this.fields.filter(([name]) => !foldAscii(name).startsWith("CARD"));
  }

  get language(): PageLanguage {
    return this.value("lang").toLowerCase() === "en" ? "en" : "tr";
  }
}

interface GateFault {
  /** 7 is a wrong signature or model, 6 an order or a shop that cannot be served, 8 a card that cannot be one. */
  readonly mdStatus: "6" | "7" | "8";
  readonly message: string;
}

function faultOf(form: GateForm, shop: GarantiShop, now: Date): GateFault | null {
  if (!isSigned(form, shop)) return { mdStatus: "7", message: "Güvenlik kodu hatalı" };
  if (form.value("secure3dsecuritylevel") !== "3D") {
    return { mdStatus: "7", message: "Güvenlik seviyesi bu terminale açık değil" };
  }
  const wrong = orderRules.find(({ holds }) => !holds(form, shop));
  if (wrong !== undefined) return { mdStatus: "6", message: wrong.message };
  return isCardInForm(form, now) ? null : { mdStatus: "8", message: "Kart bilgileri geçersiz" };
}

function isSigned(form: GateForm, shop: GarantiShop): boolean {
  const signed = {
    ...{ terminalId: form.value("terminalid"), orderId: form.value("orderid") },
    ...{ amount: form.value("txnamount"), currency: form.value("txncurrencycode") },
    ...{ successUrl: form.value("successurl"), errorUrl: form.value("errorurl") },
    ...{ type: form.value("txntype"), installment: form.value("txninstallmentcount") },
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
    holds: (form, shop) =>
      form.value("terminalprovuserid") === shop.provUser && form.value("terminaluserid") !== "",
  },
  { message: "İşlem tipi geçersiz", holds: (form) => form.value("txntype") === "sales" },
  { message: "Tutar geçersiz", holds: (form) => readAmount(form.value("txnamount")) !== null },
  { message: "Para birimi geçersiz", holds: (form) => isCurrency(form.value("txncurrencycode")) },
  {
    message: "Taksit sayısı geçersiz",
    holds: (form) => readInstallment(form.value("txninstallmentcount")) !== null,
  },
  { message: "Sipariş numarası geçersiz", holds: (form) => isOrderId(form.value("orderid")) },
  { message: "Müşteri IP adresi geçersiz", holds: (form) => isAddress(form.value("customeripaddress")) },
];

function isCardInForm(form: GateForm, now: Date): boolean {
  const pan = form.value("cardnumber");
  return (
    /^\d{13,19}$/.test(pan) &&
    passesLuhn(pan) &&
    (schemeOf(pan) === "amex" ? /^\d{4}$/ : /^\d{3}$/).test(form.value("cardcvv2")) &&
    isUnexpired(form, now)
  );
}

/** A card is good until its month is over in Istanbul. */
function isUnexpired(form: GateForm, now: Date): boolean {
  const month = form.value("cardexpiredatemonth");
  const yearText = form.value("cardexpiredateyear");
  if (!/^(0[1-9]|1[0-2])$/.test(month) || !/^\d{2}$/.test(yearText)) return false;
  const today = istanbulYearMonth(now);
  const year = 2000 + Number(yearText);
  return year > today.year || (year === today.year && Number(month) >= today.month);
}

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Keeps what the sale will have to prove; of the card only what `describeCard` leaves. */
async function openFor(
  simulator: Simulator,
  form: GateForm,
  shop: GarantiShop,
  buyerIp: string,
  now: Date,
): Promise<string> {
  const card = describeCard(form.value("cardnumber"));
  const reference = newSecretToken();
  const eci = card.scheme === "mastercard" ? "02" : "05";
  await openAuthentication(
    simulator.pool,
    {
      ...card,
      reference,
      protocol: "garanti",
      shop: shop.merchantId,
      orderId: form.value("orderid"),
      amountKurus: readAmount(form.value("txnamount")) ?? 0n,
      installment: readInstallment(form.value("txninstallmentcount")) ?? 1,
      language: form.language,
      proofKey: Buffer.concat([Buffer.from(`index:${eci}`), randomBytes(128)]).toString("base64"),
      proofs: { xid: randomUUID(), eci, cavv: randomBytes(20).toString("base64") },
      sent: form.echo,
      buyerIp,
    },
    now,
  );
  return reference;
}
