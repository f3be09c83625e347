import type { DeclaredFields } from "../declared-fields";
import {
  boundedList,
  codeText,
  freeText,
  integer,
  integerBetween,
  jsonObject,
  nonBlankText,
  optional,
  unboundedList,
} from "../fields";
import { redirectUrl } from "../web/redirect-url";
import { linkTextFields } from "./link-text-fields";

/** The schemas of §4.1 and §8.1 that the API and the panel share. They differ in how amounts are written. */

export const itemCountMax = 50;
export const itemName = () => nonBlankText(120);
export const itemNote = () => freeText(200);

/** The buyer's share of the commission, in bps. */
export const customerShareBps = () => integerBetween(0, 10_000).meta({ format: "int32" });

export const allowedCounts = () => unboundedList(integer().meta({ format: "int32" }));

const amount = () => integerBetween(1, 1_000_000_000).meta({ format: "int64" });

const item = jsonObject({
  name: itemName().meta({ description: "What it is, at most 120 characters.", examples: ["Red lamp"] }),
  note: optional(itemNote().meta({ description: "A note, at most 200 characters.", examples: ["Gift wrapped"] })),
  amount: amount().meta({ description: "What it costs, in kuruş.", examples: [125_050] }),
});

/** The fields with which a merchant creates a link (§4.1). */
export const linkFields = {
  amount: {
    schema: amount(),
    isRequired: true,
    loggedAs: "number",
    example: 125_050,
    rule: {
      tr: "`1` ile `1000000000` kuruş arası. Alıcının vade farkı olmadan ödeyeceği tutar.",
      en: "`1` to `1000000000` kuruş (`125050` is 1,250.50 TRY). What the buyer pays without installment fee.",
    },
  },
  terminalId: {
    schema: codeText(64),
    isRequired: true,
    loggedAs: "code",
    example: "trm_01K8Z3V9QH4R5T6W7X8Y9Z0A1B",
    rule: { tr: "Size ait ve etkin bir terminal.", en: "A terminal of yours that is active." },
  },
  customerCommissionShareBps: {
    schema: customerShareBps(),
    isRequired: false,
    loggedAs: "number",
    example: 0,
    rule: {
      tr: "On binde `0` ile `10000` arası: komisyonun ne kadarını, `amount` üzerine vade farkı olarak alıcının üstleneceği. Gönderilmezse `0`: komisyonun tamamı sizindir.",
      en: "`0` to `10000` basis points: how much of the commission the buyer bears, as installment fee on top of `amount`. Without it `0`: you bear all of it.",
    },
  },
  redirectUrl: {
    schema: redirectUrl(),
    isRequired: false,
    loggedAs: "address",
    example: "https://shop.example/orders/1042",
    rule: {
      tr: "Alıcının sonunda gideceği adres: en çok 2048 karakterlik, tam bir `http` ya da `https` adresi. Adresin yoluna `/payment/success` ya da `/payment/failure` eklenir. Hesabınızın bir alan adı listesi varsa adresin alan adı bu listede olmalıdır. Gönderilmezse alıcı sonucu bizim sayfamızda görür.",
      en: "Where the buyer goes afterwards: an absolute `http` or `https` address of at most 2048 characters. `/payment/success` or `/payment/failure` is appended to its path. Where your account has a list of hosts, its host must be on it. Without it the buyer sees the result on our page.",
    },
  },
  allowedInstallmentCounts: {
    schema: allowedCounts(),
    isRequired: false,
    loggedAs: "counts",
    example: [1, 3, 6],
    rule: {
      tr: "Linkin sunacağı taksit sayıları; terminalin izin verdiklerinden seçilir, boş olamaz. Yanıtta küçükten büyüğe sıralıdır. Gönderilmezse link, terminalin izin verdiği bütün sayıları sunar.",
      en: "The counts that this link offers, of those that the terminal permits; not empty. Answered in ascending order. Without it the link offers all that the terminal permits.",
    },
  },
  items: {
    schema: boundedList(item, 1, itemCountMax),
    isRequired: false,
    loggedAs: "hidden",
    example: [{ name: "Red lamp", note: "Gift wrapped", amount: 125_050 }],
    rule: {
      tr: "Toplamın üzerinde, sizin sıranızla gösterilen 1 ile 50 arası kalem: `name` (en çok 120 karakter), `note` (en çok 200, isteğe bağlı) ve `amount`. Kalemlerin toplamı linkin `amount` değerine tam eşit olmalıdır.",
      en: "1 to 50 lines, shown in your order above the total: `name` (at most 120 characters), `note` (at most 200, optional) and `amount`. Their amounts add up to the link’s `amount` exactly.",
    },
  },
  ...linkTextFields,
} as const satisfies DeclaredFields;
