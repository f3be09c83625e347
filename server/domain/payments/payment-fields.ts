import type { DeclaredFields } from "../declared-fields";
import { codeText, freeText, int32, integerBetween } from "../fields";
import { redirectUrl } from "../web/redirect-url";

/** The fields with which a merchant creates a payment (§4.5). The panel takes the same texts and codes. */
export const paymentFields = {
  amount: {
    schema: integerBetween(1, 1_000_000_000).meta({ format: "int64" }),
    isRequired: true,
    loggedAs: "number",
    example: 125_050,
    rule: {
      tr: "`1` ile `1000000000` kuruş arası (`125050`, 1.250,50 TL’dir).",
      en: "`1` to `1000000000` kuruş (`125050` is 1,250.50 TRY).",
    },
  },
  partnerTxCode: {
    schema: codeText(128),
    isRequired: true,
    loggedAs: "code",
    example: "ORDER-1042",
    rule: {
      tr: "Siparişinizin kodu, 1 ile 128 karakter; tekrar koruması sağlar. Bayt bayt, kırpılmadan karşılaştırılır.",
      en: "Your code of the order, 1 to 128 characters; works as idempotency key. Compared byte by byte, without trimming.",
    },
  },
  terminalId: {
    schema: codeText(64),
    isRequired: true,
    loggedAs: "code",
    example: "trm_01K8Z3V9QH4R5T6W7X8Y9Z0A1B",
    rule: {
      tr: "Ödemeyi alan terminal: size ait ve etkin olmalıdır.",
      en: "The terminal that takes the payment; must be yours and active.",
    },
  },
  installment: {
    schema: int32(),
    isRequired: false,
    loggedAs: "number",
    example: 1,
    rule: {
      tr: "Taksit sayısı; `1` tek çekimdir. Sonradan değiştirilemez. Gönderilmezse `1`.",
      en: "Number of installments; `1` is a single charge. Cannot be changed afterwards. Without it `1`.",
    },
  },
  description: {
    schema: freeText(1024),
    isRequired: false,
    loggedAs: "hidden",
    example: "Order 1042",
    rule: {
      tr: "Sizin için serbest metin, en çok 1024 karakter. Tekrar karşılaştırmasına girmez.",
      en: "Free text of your own, at most 1024 characters. Not part of the idempotency comparison.",
    },
  },
  returnUrl: {
    schema: redirectUrl(),
    isRequired: true,
    loggedAs: "address",
    example: "https://shop.example/orders/1042/return",
    rule: {
      tr: "Alıcının 3D Secure sonrasında HTTP 303 ile gönderildiği adres: en çok 2048 karakterlik, tam bir `http` ya da `https` adresi. Hesabınızın bir alan adı listesi varsa adresin alan adı bu listede olmalıdır. Tekrar karşılaştırmasına girmez.",
      en: "Absolute `http` or `https` address of at most 2048 characters, to which the buyer is sent with HTTP 303 after 3-D Secure. Where your account has a list of hosts, its host must be on it. Not part of the idempotency comparison.",
    },
  },
} as const satisfies DeclaredFields;
