import type { Language } from "@/server/domain/errors";
import type { CsvColumn } from "@/server/entry/http/csv";
import {
  exportSettlements,
  getPayout,
  type SettlementRow,
  type SettlementScope,
} from "@/server/usecases/payouts/queries";
import type { PanelDoorContext } from "../door";
import { answerFile, type FileRequest } from "../file-door";
import { readPanelDoor } from "../session";

/** Answers `GET /panel/export/settlements.csv`. */
export const handleSettlementExport = async (request: Request): Promise<Response> =>
  answerSettlementExport(request, await readPanelDoor(request.headers));

/** Exports the settlements that wait for a payout, or those of the payout that `?payout=` names (S31). */
export function answerSettlementExport(request: Request, door: PanelDoorContext): Promise<Response> {
  const { ctx } = door;
  const payoutItemId = new URL(request.url).searchParams.get("payout");
  const fileRequest: FileRequest = {
    permission: "payout.read",
    action: "payout.export",
    detail: payoutItemId === null ? {} : { payout: payoutItemId },
  };
  return answerFile(request, door, fileRequest, async ({ account: { partnerId } }) => {
    if (payoutItemId !== null) await getPayout(ctx, { partnerId, payoutItemId });
    const scope: SettlementScope =
      payoutItemId === null ? { kind: "due", dueAt: null } : { kind: "item", payoutItemId };
    const day = ctx.clock.now().toISOString().slice(0, 10);
    const name = { tr: `mutabakat-kalemleri-${day}`, en: `settlements-${day}` };
    return { name, columns, rows: exportSettlements(ctx, { partnerId, scope }) };
  });
}

const kinds: Readonly<Record<SettlementRow["kind"], Readonly<Record<Language, string>>>> = {
  capture: { tr: "Tahsilat", en: "Capture" },
  void: { tr: "İptal", en: "Void" },
  credit: { tr: "İade", en: "Refund" },
  correction: { tr: "Düzeltme", en: "Correction" },
};

const columns: readonly CsvColumn<SettlementRow>[] = [
  { head: { tr: "Ödeme günü", en: "Due" }, cell: ({ dueAt }) => dueAt },
  { head: { tr: "Tür", en: "Kind" }, cell: ({ kind }, language) => kinds[kind][language] },
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
