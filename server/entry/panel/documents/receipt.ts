import type { Translator } from "@/messages/catalogues";
import { translatorFor } from "@/messages/translate";
import type { PdfBlock } from "@/server/documents/pdf";
import { maskPan } from "@/server/domain/card";
import { maskCards } from "@/server/domain/card-texts";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { cardBrandName } from "@/server/domain/pricing/card-brand-names";
import type { Movement } from "@/server/usecases/payments/movement-queries";
import { type DocumentContent, documentTime, listFacts } from "../../documents/document-words";
import { issuer } from "../file-door";

/**
 * Returns the receipt of one movement: a capture, a void, a credit or a correction (D-376). It says nothing that the
 * payment's page does not say.
 * @param at the instant (UTC) at which it is issued
 */
export function buildReceipt(movement: Movement, language: Language, at: Date): DocumentContent {
  const t = translatorFor(language, "panel.receipt");
  const { merchantName, legalTitle, kind, amountKurus, occurredAt, terminalName } = movement;
  const merchant = legalTitle ?? merchantName;
  const when = documentTime(occurredAt, language, "instant");
  return {
    language,
    title: t("title"),
    issuer,
    reference: documentTime(occurredAt, language, "day"),
    lines: legalTitle === null || legalTitle === merchantName ? [merchant] : [merchant, merchantName],
    figure: { term: t(`kinds.${kind}`), value: displayAmount(amountKurus, language) },
    blocks: [
      {
        kind: "facts",
        title: t("transaction"),
        facts: listFacts([
          [t("kind"), t(`kinds.${kind}`)],
          [t("time"), t("istanbulTime", { time: when })],
          [t("orderCode"), maskCards(movement.partnerTxCode)],
          [t("paymentCode"), movement.paymentCode],
          [t("refundCode"), movement.partnerRefundCode && maskCards(movement.partnerRefundCode)],
          [t("terminal"), terminalName],
          [t("transactionId"), movement.id],
        ]),
      },
      amounts(movement, language, t),
      ...card(movement, language, t),
      ...bank(movement, t),
      payout(movement, language, t),
      { kind: "text", text: t("note"), isQuiet: true },
    ],
    footer: t("footer", { time: documentTime(at, language, "instant") }),
    at,
  };
}

type Words = Translator<"panel.receipt">;

const amounts = ({ amountKurus, commissionKurus, netKurus }: Movement, language: Language, t: Words): PdfBlock => ({
  kind: "facts",
  title: t("amounts"),
  facts: listFacts([
    [t("amount"), displayAmount(amountKurus, language)],
    [t("commission"), displayAmount(commissionKurus, language)],
    [t("net"), displayAmount(netKurus, language)],
  ]),
});

const schemes: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  troy: "Troy",
  amex: "American Express",
};

function card(movement: Movement, language: Language, t: Words): PdfBlock[] {
  const { cardBin, cardLast4, cardBrand, cardBank, cardScheme, installment } = movement;
  if (cardBin === null || cardLast4 === null) return [];
  const counts = translatorFor(language, "shared.installments");
  const facts = listFacts([
    [t("cardNumber"), maskPan(cardBin, cardLast4)],
    [t("scheme"), cardScheme && (schemes[cardScheme] ?? cardScheme)],
    [t("programme"), cardBrand && cardBrandName(cardBrand)],
    [t("issuer"), cardBank],
    [t("installment"), counts("count", { count: installment })],
  ]);
  return [{ kind: "facts", title: t("card"), facts }];
}

function bank({ bankName, bankOrderId, authCode, rrn }: Movement, t: Words): PdfBlock[] {
  const facts = listFacts([
    [t("bankName"), bankName],
    [t("authCode"), authCode],
    [t("rrn"), rrn],
    [t("bankOrderId"), bankOrderId],
  ]);
  return facts.length === 0 ? [] : [{ kind: "facts", title: t("bank"), facts }];
}

function payout({ place, bankReference }: Movement, language: Language, t: Words): PdfBlock {
  const day = place.day === null ? null : documentTime(new Date(place.day), language, "day");
  const facts = listFacts([
    [t("stage"), t(`stages.${place.stage}`)],
    [t(place.stage === "paid" ? "paidDay" : "expectedDay"), day],
    [t("payoutId"), place.payoutId],
    [t("bankReference"), bankReference],
  ]);
  return { kind: "facts", title: t("payout"), facts };
}
