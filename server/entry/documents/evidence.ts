import type { Translator } from "@/messages/catalogues";
import { translatorFor } from "@/messages/translate";
import type { PdfBlock } from "@/server/documents/pdf";
import { maskCards } from "@/server/domain/card-texts";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { cardBrandName } from "@/server/domain/pricing/card-brand-names";
import type { ChargebackEvidence } from "@/server/usecases/chargebacks/evidence-queries";
import { type DocumentContent, documentTime, listFacts } from "./document-words";

/**
 * Returns the evidence file of a chargeback: all that is held of its payment, for the bank that decides (D-401). Of the
 * card it has what the product stores: the first six and the last four digits.
 * @param at the instant (UTC) at which it is issued
 */
export function buildEvidence(evidence: ChargebackEvidence, language: Language, at: Date): DocumentContent {
  const t = translatorFor(language, "shared.evidence");
  const { merchantName, legalTitle, payment } = evidence;
  const write = createWriter(language);
  const blocks: readonly (PdfBlock | null)[] = [
    describeCase(evidence, t, write),
    evidence.statement === null ? null : { kind: "text", title: t("statement"), text: maskCards(evidence.statement) },
    {
      kind: "facts",
      title: t("sale"),
      facts: listFacts([
        [t("orderCode"), maskCards(payment.partnerTxCode)],
        [t("paymentCode"), payment.paymentCode],
        [t("source"), t(`sources.${payment.source}`)],
        [t("amount"), write.amount(payment.amountKurus)],
        [t("installment"), String(payment.installment)],
        [t("capturedAt"), write.instant(payment.capturedAt)],
        [t("description"), payment.description && maskCards(payment.description)],
      ]),
    },
    describeLink(evidence, t, write),
    describeCard(evidence, t),
    describeSteps(evidence, t, write),
    describeBank(evidence, t),
    describeRefunds(evidence, t, write),
    { kind: "text", text: t("note"), isQuiet: true },
  ];
  return {
    language,
    title: t("title"),
    issuer: merchantName,
    reference: t("case", { number: evidence.caseNumber }),
    lines: legalTitle === null || legalTitle === merchantName ? [merchantName] : [legalTitle, merchantName],
    figure: { term: t("disputed"), value: write.amount(evidence.amountKurus) },
    blocks: blocks.filter((block): block is PdfBlock => block !== null),
    footer: t("footer", { time: documentTime(at, language, "instant") }),
    at,
  };
}

type Words = Translator<"shared.evidence">;

/** Writes the values of one language. */
const createWriter = (language: Language) => ({
  amount: (kurus: bigint): string => displayAmount(kurus, language),
  instant: (at: Date | null): string | null => at && documentTime(at, language, "instant"),
  day: (at: Date): string => documentTime(at, language, "day"),
});
type Writer = ReturnType<typeof createWriter>;

const describeCase = (evidence: ChargebackEvidence, t: Words, write: Writer): PdfBlock => ({
  kind: "facts",
  title: t("dispute"),
  facts: listFacts([
    [t("bankName"), evidence.bankName],
    [t("caseNumber"), evidence.caseNumber],
    [t("reasonCode"), evidence.reasonCode],
    [t("takenAt"), write.instant(evidence.bankAt)],
    [t("respondBy"), write.day(evidence.respondBy)],
    [t("terminal"), evidence.terminalName],
  ]),
});

function describeLink({ link }: ChargebackEvidence, t: Words, write: Writer): PdfBlock | null {
  if (!link) return null;
  const items = link.items.map(({ name, amountKurus }) => [maskCards(name), write.amount(amountKurus)] as const);
  const facts = listFacts([
    [t("description"), link.description && maskCards(link.description)],
    [t("payerName"), link.payerName && maskCards(link.payerName)],
    [t("linkMade"), write.instant(link.createdAt)],
    [t("linkOpened"), write.instant(link.firstOpenedAt)],
    ...items,
  ]);
  return { kind: "facts", title: t("link"), facts };
}

function describeCard({ attempt }: ChargebackEvidence, t: Words): PdfBlock | null {
  if (!attempt) return null;
  const facts = listFacts([
    [t("cardNumber"), attempt.maskedPan],
    [t("scheme"), attempt.scheme],
    [t("programme"), attempt.brand && cardBrandName(attempt.brand)],
    [t("issuer"), attempt.issuer],
    [t("buyerIp"), attempt.buyerIp],
  ]);
  return { kind: "facts", title: t("card"), facts };
}

/** The way of the buyer through 3-D Secure to the money, step by step. */
function describeSteps({ attempt, payment }: ChargebackEvidence, t: Words, write: Writer): PdfBlock | null {
  if (!attempt) return null;
  const facts = listFacts([
    [t("steps.entered"), write.instant(attempt.enteredAt)],
    [t("steps.handedOut"), write.instant(attempt.handedOutAt)],
    ...attempt.callbacks.map(({ receivedAt }) => [t("steps.returned"), write.instant(receivedAt)] as const),
    [t("steps.captureSent"), write.instant(attempt.captureSentAt)],
    [t("steps.taken"), write.instant(attempt.bankAt ?? payment.capturedAt)],
  ]);
  return { kind: "facts", title: t("steps.title"), facts };
}

function describeBank({ attempt }: ChargebackEvidence, t: Words): PdfBlock | null {
  if (!attempt) return null;
  const facts = listFacts([
    [t("authCode"), attempt.authCode],
    [t("rrn"), attempt.rrn],
    [t("orderId"), attempt.orderId],
    [t("transactionId"), attempt.transactionId],
    [t("eci"), attempt.eci],
  ]);
  return { kind: "facts", title: t("bank"), facts };
}

function describeRefunds({ refunds }: ChargebackEvidence, t: Words, write: Writer): PdfBlock | null {
  if (refunds.length === 0) return { kind: "text", title: t("refunds"), text: t("noRefunds") };
  const facts = refunds.map(({ method, amountKurus, doneAt, rrn }) => ({
    term: `${t(`methods.${method}`)}: ${write.amount(amountKurus)}`,
    value: [write.instant(doneAt), rrn && t("withRrn", { rrn })].filter(Boolean).join(", "),
  }));
  return { kind: "facts", title: t("refunds"), facts };
}
