import { readFileSync } from "node:fs";
import { join } from "node:path";
import { payLanguages } from "@/messages/pay-texts";
import { days, plusMs } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import {
  type LinkTexts,
  linkTexts,
  mapLinkTexts,
  pickLinkTexts,
  sensitiveTextNames,
} from "@/server/domain/links/link-texts";
import { displayAmount, jsonAmount } from "@/server/domain/money";
import { buildDeliveryBody } from "@/server/domain/webhooks/events";
import type { ProgramSample } from "../guide/guide-samples";

/** The number of days during which a link can be paid (§8.2). */
export const validityDays = 7;

/** The languages of the buyer's pages, as the guide lists them. */
export const pageLanguages = payLanguages.map((language) => `\`${language}\``).join(", ");

/** The texts of a link that may not be a card number or an IBAN, as the guide lists them. */
export const checkedTexts = sensitiveTextNames.map((name) => `\`${name}\``).join(", ");

const terminalId = "trm_01K8Z3V9QH4R5T6W7X8Y9Z0A1B";
const linkId = "pl_01K8Z3W2M7N8P9Q0R1S2T3V4W5";
const token = "q3J9m0oWlXz6T2vYb8sK4dRfHc1nUeAg7PiLtZxVwQk";
const createdAt = new Date("2026-11-20T09:00:00.000Z");
const expiresAt = plusMs(createdAt, days(validityDays));

const merchantName = "Örnek Mobilya";
export const payerName = linkTexts.payerName.example;
const partnerReference = 1042;

/** The code of the first payment of the example link (D-11). */
export const firstPaymentCode = `PL-${partnerReference}-1`;

/**
 * The examples show how a trailing slash, a query and a fragment are treated when the return address is built (D-13).
 */
export const redirectUrls = ["https://shop.example/orders/1042", "https://shop.example/?order=1042#top"] as const;

const goods = {
  tr: {
    description: "1042 numaralı sipariş",
    desk: ["Çalışma masası", "Meşe, 120 × 60 cm"],
    delivery: "Teslimat",
  },
  en: { description: "Order 1042", desk: ["Desk", "Oak, 120 × 60 cm"], delivery: "Delivery" },
} as const;

const amounts = { desk: 120_000n, delivery: 5_050n };
const amountKurus = amounts.desk + amounts.delivery;

/** Returns the declared examples of the texts, with those that are written in the guide's language. */
const exampleTexts = (language: Language): LinkTexts => ({
  ...mapLinkTexts((name) => linkTexts[name].example),
  description: goods[language].description,
});

/** Builds the example request, which has every field of §4.1. */
export function exampleRequest(language: Language) {
  const { desk, delivery } = goods[language];
  const { description, ...texts } = exampleTexts(language);
  return {
    amount: jsonAmount(amountKurus),
    terminalId,
    customerCommissionShareBps: 10_000,
    description,
    redirectUrl: redirectUrls[0],
    allowedInstallmentCounts: [1, 2, 3],
    items: [
      { name: desk[0], note: desk[1], amount: jsonAmount(amounts.desk) },
      { name: delivery, amount: jsonAmount(amounts.delivery) },
    ],
    ...texts,
  };
}

/** Builds the address of the example link on this installation's pay origin (D-1). */
const exampleUrl = (payOrigin: string): string => `${payOrigin}/l/${token}`;

/** Builds the response to the example request, with the fields in the order of §2.1. */
export function exampleLink(language: Language, payOrigin: string) {
  const { items, ...sent } = exampleRequest(language);
  const { description, ...texts } = pickLinkTexts(sent);
  return {
    id: linkId,
    token,
    url: exampleUrl(payOrigin),
    partnerReference,
    status: "pending",
    amount: sent.amount,
    customerCommissionShareBps: sent.customerCommissionShareBps,
    description,
    redirectUrl: sent.redirectUrl,
    firstOpenedAt: null,
    lastOpenedAt: null,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    updatedAt: createdAt.toISOString(),
    allowedInstallmentCounts: sent.allowedInstallmentCounts,
    items: items.map(({ name, note, amount }) => ({ name, note: note ?? null, amount })),
    ...texts,
  };
}

/** Builds the webhook body of a paid link (§6.2). */
export const exampleNotice = (): object =>
  JSON.parse(
    buildDeliveryBody({
      deliveryId: "whd_01K8Z3X5Y6Z7A8B9C0D1E2F3G4",
      type: "payment_link.completed",
      partnerId: "prt_01K8Z3W2M7N8P9Q0R1S2T3V4W5",
      subjectId: linkId,
      occurredAt: plusMs(createdAt, days(1)),
    }).toString(),
  );

const locales = { tr: "tr-TR", en: "en-GB" };

/** Returns the values that fill the template of a message to the buyer. */
export const messageFacts = (language: Language, payOrigin: string) => ({
  merchantName,
  amount: displayAmount(amountKurus, language),
  url: exampleUrl(payOrigin),
  until: new Intl.DateTimeFormat(locales[language], {
    timeZone: "Europe/Istanbul",
    dateStyle: "long",
    timeStyle: "short",
  }).format(expiresAt),
});

/** The sample functions of the guide to payment links. */
export const linkSamples: readonly ProgramSample[] = [
  {
    file: "payment-links.mjs",
    name: "Node.js",
    text: readFileSync(join(process.cwd(), "components/docs/samples/payment-links.mjs"), "utf8"),
  },
];
