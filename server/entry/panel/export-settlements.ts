import { mayInPanel } from "@/server/domain/access";
import { AppError, type Language } from "@/server/domain/errors";
import { getPayout } from "@/server/usecases/get-payout";
import {
  type SettlementRow,
  type SettlementScope,
  walkSettlements,
} from "@/server/usecases/list-settlements";
import { type CsvColumn, csvResponse } from "../csv";
import { errorResponse, toAppError } from "../http";
import { panelDoorOf } from "./session";

/** Settlements as a file: those that wait for a payout, or those of the payout that `?payout=` names (S31). */
export async function exportSettlements(request: Request): Promise<Response> {
  const { ctx, session, facts, language } = await panelDoorOf(request.headers);
  try {
    if (!session) throw new AppError("unauthorized");
    if (!mayInPanel(session.role, "payout.read")) throw new AppError("access_denied");
    const { partnerId } = session.account;
    const payoutItemId = new URL(request.url).searchParams.get("payout");
    if (payoutItemId !== null) await getPayout(ctx, { partnerId, payoutItemId });
    const scope: SettlementScope =
      payoutItemId === null ? { kind: "due", dueAt: null } : { kind: "item", payoutItemId };
    return csvResponse({
      name: `${names[language]}-${ctx.clock.now().toISOString().slice(0, 10)}`,
      ...{ language, columns, rows: walkSettlements(ctx, { partnerId, scope }) },
    });
  } catch (error) {
    return errorResponse(toAppError(error, facts.traceId, ctx.log), facts.traceId, language);
  }
}

const names: Readonly<Record<Language, string>> = { tr: "mutabakat-kalemleri", en: "settlements" };

const kinds: Readonly<Record<"capture" | "void" | "credit", Readonly<Record<Language, string>>>> = {
  capture: { tr: "Tahsilat", en: "Capture" },
  void: { tr: "İptal", en: "Void" },
  credit: { tr: "İade", en: "Refund" },
};

const columns: readonly CsvColumn<SettlementRow>[] = [
  { head: { tr: "Ödeme günü", en: "Due" }, cell: ({ dueAt }) => dueAt },
  { head: { tr: "Tür", en: "Kind" }, cell: ({ method }, language) => kinds[method ?? "capture"][language] },
  { head: { tr: "Ödeme kodu", en: "Payment code" }, cell: ({ paymentCode }) => paymentCode },
  { head: { tr: "İşlem kodu", en: "Order code" }, cell: ({ partnerTxCode }) => partnerTxCode },
  { head: { tr: "İade kodu", en: "Refund code" }, cell: ({ refundId }) => refundId },
  { head: { tr: "Tutar", en: "Amount" }, cell: ({ grossKurus }) => grossKurus },
  {
    head: { tr: "Komisyon", en: "Commission" },
    cell: ({ grossKurus, netKurus }) => grossKurus - netKurus,
  },
  { head: { tr: "Net tutar", en: "Net" }, cell: ({ netKurus }) => netKurus },
  { head: { tr: "Kayıt zamanı", en: "Booked" }, cell: ({ createdAt }) => createdAt },
  { head: { tr: "Mutabakat kalemi", en: "Settlement" }, cell: ({ id }) => id },
];
