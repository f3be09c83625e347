import { randomBytes, randomInt } from "node:crypto";
import { digestsEqual, foldAscii } from "@/server/banks/compare";
import { hashVersion3 } from "@/server/banks/nestpay/hash";
import { istanbulYearMonth } from "@/server/domain/business-day";
import { charsetOfContentType, type FormFields, parseForm } from "@/server/domain/form-body";
import { newSecretToken } from "@/server/domain/ids";
import { parseDecimalText } from "@/server/domain/money";
import { type Answer, seeOther } from "@/server/simulator/answer";
import { openAuthentication } from "@/server/simulator/authentications";
import { describeCard, passesLuhn, schemeOf } from "@/server/simulator/cards";
import type { PageLanguage } from "@/server/simulator/page-words";
import { noticePage, returnPage } from "@/server/simulator/pages";
import type { NestpayShop } from "@/server/simulator/shops";
import type { BankRequest, Simulator } from "@/server/simulator/simulator";
import { pageErrorCallback, systemErrorCallback } from "./callback";
import { readInstallment } from "./installment";
import { findShop } from "./shop";

/** The 3-D gate: checks what the browser brings for a shop and leads the buyer to the one-time code. */
export async function openGate(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const charset = charsetOfContentType(request.headers["content-type"] ?? "") ?? undefined;
  const form = new GateForm(parseForm(request.body, charset));
  const shop = findShop(simulator.shops, form.value("clientid"));
  if (
    shop === null ||
    form.hasRepetitions ||
    !["okUrl", "failUrl"].every((name) => isWebAddress(form.value(name)))
  ) {
    return noticePage("refused", form.language);
  }
  const now = await simulator.now();
  const fault = faultOf(form, shop, now);
  if (fault === null) return seeOther(`/3ds/${await openFor(simulator, form, shop, request.clientIp, now)}`);
  const callback =
    fault.kind === "page"
      ? pageErrorCallback(form.echo, shop, fault.code, fault.message)
      : systemErrorCallback(form.echo, shop, fault.mdStatus, fault.message, request.clientIp);
  return returnPage(callback, form.language);
}

/** The posted form; names are found without regard to case, as vendor samples spell them variously. */
class GateForm {
  readonly hasRepetitions: boolean;
  readonly #values: ReadonlyMap<string, string>;

  constructor(readonly fields: FormFields) {
    this.#values = new Map(fields.map(([name, value]) => [foldAscii(name), value]));
    this.hasRepetitions = this.#values.size !== fields.length;
  }

  value(name: string): string {
    return this.#values.get(foldAscii(name)) ?? "";
  }

  /** What goes back to the merchant: everything but the card and the request's own signature. */
  get echo(): FormFields {
    return this.fields.filter(([name]) => !["PAN", "CV2", "HASH"].includes(foldAscii(name)));
  }

  get language(): PageLanguage {
    return this.value("lang").toLowerCase() === "en" ? "en" : "tr";
  }
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
  readInstallment(form.value("taksit") || form.value("Instalment"));

function isCardInForm(form: GateForm, now: Date): boolean {
  const pan = form.value("pan");
  const cv2 = form.value("cv2");
  return (
    /^\d{13,19}$/.test(pan) &&
    passesLuhn(pan) &&
    (schemeOf(pan) === "amex" ? /^\d{4}$/ : /^\d{3}$/).test(cv2) &&
    isUnexpired(form, now)
  );
}

/** A card is good until its month is over in Istanbul; some shops post the year in four digits. */
function isUnexpired(form: GateForm, now: Date): boolean {
  const monthText = form.value("Ecom_Payment_Card_ExpDate_Month");
  const yearText = form.value("Ecom_Payment_Card_ExpDate_Year");
  if (!/^(0[1-9]|1[0-2])$/.test(monthText) || !/^(20)?\d{2}$/.test(yearText)) return false;
  const today = istanbulYearMonth(now);
  const year = 2000 + Number(yearText.slice(-2));
  return year > today.year || (year === today.year && Number(monthText) >= today.month);
}

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Keeps what the capture will have to prove; of the card only what `describeCard` leaves. */
async function openFor(
  simulator: Simulator,
  form: GateForm,
  shop: NestpayShop,
  buyerIp: string,
  now: Date,
): Promise<string> {
  const card = describeCard(form.value("pan"));
  const reference = newSecretToken();
  const hex = randomBytes(32).toString("hex").toUpperCase();
  await openAuthentication(
    simulator.pool,
    {
      ...card,
      reference,
      protocol: "nestpay",
      shop: shop.clientId,
      orderId: form.value("oid"),
      amountKurus: parseDecimalText(form.value("amount")) ?? 0n,
      installment: installmentOf(form) ?? 1,
      language: form.language,
      proofKey: `${card.maskedPan.slice(0, 6)}:${hex}:${randomInt(1000, 10_000)}:##${shop.clientId}`,
      proofs: {
        xid: randomBytes(20).toString("base64"),
        eci: card.scheme === "mastercard" ? "02" : "05",
        cavv: randomBytes(20).toString("base64"),
      },
      sent: form.echo,
      buyerIp,
    },
    now,
  );
  return reference;
}
