import { maskPan } from "@/server/domain/card";
import type { Language } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import {
  type PaymentQuery,
  paymentParameterNames,
  paymentParameters,
  readPaymentQuery,
  toPaymentFilters,
} from "@/server/domain/payments/payment-query";
import { readPaymentSearch } from "@/server/domain/payments/payment-search";
import type { CsvColumn } from "@/server/entry/http/csv";
import { fieldError } from "@/server/entry/http/validation";
import { type ExportedPayment, exportPayments } from "@/server/usecases/payments/queries";
import type { PanelDoorContext } from "../door";
import { answerFile, type FileRequest } from "../file-door";
import { readPanelDoor } from "../session";

/** Answers `GET /panel/export/payments.csv`: the list of payments as a file. */
export const handlePaymentExport = async (request: Request): Promise<Response> =>
  answerPaymentExport(request, await readPanelDoor(request.headers));

/** Refuses filters that cannot be read, or the file would contain more than was requested. Throws validation_error. */
function requireAllRead(parameters: URLSearchParams, query: PaymentQuery, language: Language): void {
  const read = paymentParameters(query);
  const unread = paymentParameterNames.filter((name) => parameters.get(name) && !read.has(name));
  if (unread.length === 0) return;
  throw fieldError(
    unread.map((name) => ({ path: [name], problem: problem("invalid") })),
    language,
  );
}

/** Exports the payments that match the filters of the address. The audit log keeps the filters with the user. */
export function answerPaymentExport(request: Request, door: PanelDoorContext): Promise<Response> {
  const parameters = new URL(request.url).searchParams;
  const query = readPaymentQuery((name) => parameters.get(name));
  const fileRequest: FileRequest = {
    permission: "payment.export",
    action: "payment.export",
    detail: Object.fromEntries(paymentParameters(query)),
  };
  return answerFile(request, door, fileRequest, async ({ account: { partnerId } }) => {
    requireAllRead(parameters, query, door.language);
    const { search, ...filters } = toPaymentFilters(query);
    const rows = exportPayments(door.ctx, {
      partnerId,
      filters,
      search: search === null ? null : readPaymentSearch(search),
    });
    return { name: { tr: "odemeler", en: "payments" }, columns: paymentColumns, rows };
  });
}

type Words = Readonly<Record<Language, string>>;

const statuses: Readonly<Record<ExportedPayment["status"], Words>> = {
  initiated: { tr: "başlatıldı", en: "started" },
  captured: { tr: "tahsil edildi", en: "captured" },
  failed: { tr: "başarısız", en: "failed" },
  expired: { tr: "süresi doldu", en: "expired" },
};

const sources: Readonly<Record<ExportedPayment["source"], Words>> = {
  api: { tr: "API", en: "API" },
  panel: { tr: "panel", en: "panel" },
  payment_link: { tr: "ödeme linki", en: "payment link" },
};

const families: Readonly<Record<NonNullable<ExportedPayment["cardFamily"]>, Words>> = {
  credit: { tr: "kredi kartı", en: "credit" },
  debit: { tr: "banka kartı", en: "debit" },
  prepaid: { tr: "ön ödemeli", en: "prepaid" },
  foreign: { tr: "yurt dışı", en: "foreign" },
};

/** The columns of the payments file. Amounts are written in lira; commission and refunds have no sign. */
const paymentColumns: readonly CsvColumn<ExportedPayment>[] = [
  { head: { tr: "Oluşturulma", en: "Created" }, cell: ({ createdAt }) => createdAt },
  { head: { tr: "Tahsilat", en: "Captured" }, cell: ({ capturedAt }) => capturedAt },
  { head: { tr: "İşlem kodu", en: "Order code" }, cell: ({ partnerTxCode }) => partnerTxCode },
  { head: { tr: "Ödeme kodu", en: "Payment code" }, cell: ({ id }) => id },
  { head: { tr: "Durum", en: "State" }, cell: ({ status }, language) => statuses[status][language] },
  { head: { tr: "Hata kodu", en: "Failure code" }, cell: ({ failureCode }) => failureCode },
  { head: { tr: "Kaynak", en: "Source" }, cell: ({ source }, language) => sources[source][language] },
  { head: { tr: "Ödeme linki", en: "Payment link" }, cell: ({ linkId }) => linkId },
  { head: { tr: "Terminal", en: "Terminal" }, cell: ({ terminal }) => terminal.name },
  { head: { tr: "Açıklama", en: "Description" }, cell: ({ description }) => description },
  {
    head: { tr: "Kart", en: "Card" },
    cell: ({ cardBin, cardLast4 }) => (cardBin === null || cardLast4 === null ? null : maskPan(cardBin, cardLast4)),
  },
  { head: { tr: "Kartı veren banka", en: "Issued by" }, cell: ({ cardBank }) => cardBank },
  { head: { tr: "Kart programı", en: "Card programme" }, cell: ({ cardBrand }) => cardBrand },
  {
    head: { tr: "Kart türü", en: "Kind of card" },
    cell: ({ cardFamily }, language) => (cardFamily === null ? null : families[cardFamily][language]),
  },
  { head: { tr: "Taksit", en: "Installments" }, cell: ({ installment }) => installment },
  { head: { tr: "Para birimi", en: "Currency" }, cell: () => "TRY" },
  { head: { tr: "Tutar", en: "Amount" }, cell: ({ amount }) => amount },
  // A rate in bps is written like an amount in kuruş, because both get two decimals.
  {
    head: { tr: "Komisyon oranı (%)", en: "Commission rate (%)" },
    cell: ({ commissionRateBps }) => (commissionRateBps === null ? null : BigInt(commissionRateBps)),
  },
  { head: { tr: "Komisyon", en: "Commission" }, cell: ({ commissionAmount }) => commissionAmount },
  {
    head: { tr: "Vade farkı", en: "Installment fee" },
    cell: ({ commissionAmount, customerShareAmount }) => (commissionAmount === null ? null : customerShareAmount),
  },
  { head: { tr: "İade edilen", en: "Refunded" }, cell: ({ refundedAmount }) => refundedAmount },
  {
    head: { tr: "Sonucu beklenen iade", en: "Refund pending" },
    cell: ({ refundPendingAmount }) => refundPendingAmount,
  },
  { head: { tr: "Düzeltme", en: "Correction" }, cell: ({ correctedAmount }) => correctedAmount },
  { head: { tr: "Net tutar", en: "Net" }, cell: ({ netAmount }) => netAmount },
];
