import type { Translator } from "@/messages/catalogues";
import { translatorFor } from "@/messages/translate";
import type { TableColumn } from "@/server/documents/table";
import { istanbulDate } from "@/server/domain/business-day";
import { maskCards } from "@/server/domain/card-texts";
import { getPayout } from "@/server/usecases/payouts/queries";
import { exportSettlements, type SettlementRow } from "@/server/usecases/payouts/settlement-queries";
import type { PanelDoorContext } from "../door";
import { answerFile, type FileRequest, readWorkbook, toAccountPart } from "../file-door";
import { readPanelDoor } from "../session";

/** Answers `GET /panel/export/settlements.csv` and `settlements.xlsx`. */
export const handleSettlementExport = async (request: Request): Promise<Response> =>
  answerSettlementExport(request, await readPanelDoor(request.headers));

/** Exports the settlements that wait for a payout, or those of the payout that `?payout=` names (S31). */
export function answerSettlementExport(request: Request, door: PanelDoorContext): Promise<Response> {
  const { ctx } = door;
  const payoutId = new URL(request.url).searchParams.get("payout");
  const fileRequest: FileRequest = {
    permission: "payout.export",
    action: "payout.export",
    detail: payoutId === null ? {} : { payout: payoutId },
  };
  return answerFile(request, door, fileRequest, async ({ account }, language) => {
    const { partnerId } = account;
    const now = ctx.clock.now();
    // Answers 404 before the first line of the file.
    const payout = payoutId === null ? null : await getPayout(ctx, { partnerId, payoutId });
    const t = translatorFor(language, "panel.settlementExport");
    const name = { account: toAccountPart(account), day: istanbulDate(payout?.valueDate ?? now) };
    return {
      name: payout ? t("payoutFile", name) : t("file", name),
      columns: buildColumns(t),
      rows: exportSettlements(ctx, { partnerId, payoutId }),
      workbook: readWorkbook(request, { sheet: t("sheet"), totalWord: t("total"), at: now }),
    };
  });
}

const buildColumns = (t: Translator<"panel.settlementExport">): readonly TableColumn<SettlementRow>[] => [
  { head: t("columns.due"), isDay: true, cell: ({ dueAt }) => dueAt },
  { head: t("columns.kind"), cell: ({ kind }) => t(`kinds.${kind}`) },
  { head: t("columns.paymentCode"), cell: ({ paymentCode }) => paymentCode },
  { head: t("columns.orderCode"), cell: ({ partnerTxCode }) => maskCards(partnerTxCode) },
  { head: t("columns.refundCode"), cell: ({ refundId }) => refundId },
  { head: t("columns.amount"), hasTotal: true, cell: ({ grossKurus }) => grossKurus },
  {
    head: t("columns.commission"),
    hasTotal: true,
    cell: ({ grossKurus, netKurus }) => grossKurus - netKurus,
  },
  { head: t("columns.net"), hasTotal: true, cell: ({ netKurus }) => netKurus },
  { head: t("columns.booked"), cell: ({ createdAt }) => createdAt },
  { head: t("columns.settlement"), cell: ({ id }) => id },
];
