import type { Translator } from "@/messages/catalogues";
import { translatorFor } from "@/messages/translate";
import type { TableColumn } from "@/server/documents/table";
import { maskPan } from "@/server/domain/card";
import { maskCards } from "@/server/domain/card-texts";
import type { Language } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { applyFilters, defaultSort, listUnread, readListQuery, writeListQuery } from "@/server/domain/lists";
import { paymentList } from "@/server/domain/payments/payment-list";
import { readPaymentSearch } from "@/server/domain/payments/payment-search";
import { fieldError } from "@/server/entry/http/validation";
import { type ExportedPayment, exportPayments } from "@/server/usecases/payments/queries";
import type { PanelDoorContext } from "../door";
import { answerFile, type FileRequest, readWorkbook, toAccountPart, toSpanPart } from "../file-door";
import { readPanelDoor } from "../session";

/** Answers `GET /panel/export/payments.csv` and `payments.xlsx`: the list of payments as a file. */
export const handlePaymentExport = async (request: Request): Promise<Response> =>
  answerPaymentExport(request, await readPanelDoor(request.headers));

/** Refuses filters that cannot be read, or the file would contain more than was requested. Throws validation_error. */
function requireAllRead(parameters: URLSearchParams, language: Language): void {
  const unread = listUnread(paymentList, parameters);
  if (unread.length === 0) return;
  throw fieldError(
    unread.map((name) => ({ path: [name], problem: problem("invalid") })),
    language,
  );
}

/**
 * Exports the payments that match the filters of the address, whose order is the screen's: the file has the newest
 * first. The audit log keeps the filters with the user.
 */
export function answerPaymentExport(request: Request, door: PanelDoorContext): Promise<Response> {
  const parameters = new URL(request.url).searchParams;
  const query = readListQuery(paymentList, (name) => parameters.getAll(name));
  const written = writeListQuery(paymentList, { ...query, sort: defaultSort(paymentList) });
  const fileRequest: FileRequest = {
    permission: "payment.export",
    action: "payment.export",
    detail: Object.fromEntries([...written.keys()].map((name) => [name, written.getAll(name).join(", ")])),
  };
  return answerFile(request, door, fileRequest, async ({ account }, language) => {
    requireAllRead(parameters, door.language);
    const now = door.ctx.clock.now();
    const { search, ...filters } = applyFilters(paymentList, query, now);
    const rows = exportPayments(door.ctx, {
      partnerId: account.partnerId,
      filters,
      search: search === null ? null : readPaymentSearch(search),
    });
    const t = translatorFor(language, "panel.paymentExport");
    const reasons = translatorFor(language, "shared.reasons");
    return {
      name: t("file", { account: toAccountPart(account), span: toSpanPart(filters.created, now) }),
      columns: [...buildColumns(t), ...buildBankColumns(t, reasons)],
      rows,
      workbook: readWorkbook(request, { sheet: t("sheet"), totalWord: t("total"), at: now }),
    };
  });
}

/** The columns of the payments file. Amounts are written in lira; commission and refunds have no sign. */
const buildColumns = (t: Translator<"panel.paymentExport">): readonly TableColumn<ExportedPayment>[] => [
  { head: t("columns.created"), cell: ({ createdAt }) => createdAt },
  { head: t("columns.captured"), cell: ({ capturedAt }) => capturedAt },
  { head: t("columns.orderCode"), cell: ({ partnerTxCode }) => maskCards(partnerTxCode) },
  { head: t("columns.paymentCode"), cell: ({ id }) => id },
  { head: t("columns.status"), cell: ({ status }) => t(`statuses.${status}`) },
  { head: t("columns.failureCode"), cell: ({ failureCode }) => failureCode },
  { head: t("columns.source"), cell: ({ source }) => t(`sources.${source}`) },
  { head: t("columns.link"), cell: ({ linkId }) => linkId },
  { head: t("columns.terminal"), cell: ({ terminal }) => terminal.name },
  { head: t("columns.description"), cell: ({ description }) => description && maskCards(description) },
  {
    head: t("columns.card"),
    cell: ({ cardBin, cardLast4 }) => (cardBin === null || cardLast4 === null ? null : maskPan(cardBin, cardLast4)),
  },
  { head: t("columns.bank"), cell: ({ cardBank }) => cardBank },
  { head: t("columns.programme"), cell: ({ cardBrand }) => cardBrand },
  {
    head: t("columns.family"),
    cell: ({ cardFamily }) => (cardFamily === null ? null : t(`families.${cardFamily}`)),
  },
  { head: t("columns.installment"), cell: ({ installment }) => installment },
  { head: t("columns.currency"), cell: () => "TRY" },
  { head: t("columns.amount"), cell: ({ amount }) => amount },
  // A rate in bps is written like an amount in kuruş, because both get two decimals.
  {
    head: t("columns.rate"),
    cell: ({ commissionRateBps }) => (commissionRateBps === null ? null : BigInt(commissionRateBps)),
  },
  { head: t("columns.commission"), hasTotal: true, cell: ({ commissionAmount }) => commissionAmount },
  {
    head: t("columns.fee"),
    hasTotal: true,
    cell: ({ commissionAmount, customerShareAmount }) => (commissionAmount === null ? null : customerShareAmount),
  },
  { head: t("columns.refunded"), hasTotal: true, cell: ({ refundedAmount }) => refundedAmount },
  {
    head: t("columns.pending"),
    hasTotal: true,
    cell: ({ refundPendingAmount }) => refundPendingAmount,
  },
  { head: t("columns.corrected"), hasTotal: true, cell: ({ correctedAmount }) => correctedAmount },
  { head: t("columns.net"), hasTotal: true, cell: ({ netAmount }) => netAmount },
];

/** The columns of what the bank said: why the newest card was refused, and the references of the capture (D-63). */
const buildBankColumns = (
  t: Translator<"panel.paymentExport">,
  reasons: Translator<"shared.reasons">,
): readonly TableColumn<ExportedPayment>[] => [
  { head: t("columns.reason"), cell: ({ decline }) => decline && reasons(`decline.${decline.reason}`) },
  { head: t("columns.bankCode"), cell: ({ decline }) => decline?.bankCode ?? null },
  { head: t("columns.authCode"), cell: ({ bank }) => bank?.authCode ?? null },
  { head: t("columns.rrn"), cell: ({ bank }) => bank?.rrn ?? null },
  { head: t("columns.bankOrderId"), cell: ({ bank }) => bank?.bankOrderId ?? null },
];
