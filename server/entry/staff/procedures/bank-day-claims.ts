import type { Translator } from "@/messages/catalogues";
import { translatorFor } from "@/messages/translate";
import type { TableColumn } from "@/server/documents/table";
import { answerFile } from "@/server/entry/trpc/file-door";
import type { DoorContext } from "@/server/entry/trpc/trpc-door";
import { listOpenClaims, type StaffDifference } from "@/server/usecases/bank-days/queries";
import type { StaffSession } from "@/server/usecases/people/session-queries";
import { staffDoor } from "../door";

/**
 * Answers `GET /staff/export/bank-day-claims.csv?bankDayId=…` with the open claims of a day against its bank, for the
 * letter to the bank (D-400). An unknown day is not_found.
 */
export function answerBankDayClaims(request: Request, door: DoorContext<StaffSession>): Promise<Response> {
  const { ctx } = door;
  const bankDayId = new URL(request.url).searchParams.get("bankDayId") ?? "";
  const fileRequest = { permission: "bank_day.read", action: "bankDay.claims", detail: { bankDayId } } as const;
  return answerFile(staffDoor, request, door, fileRequest, async (_session, language) => {
    const { day, claims } = await listOpenClaims(ctx, { bankDayId });
    const t = translatorFor(language, "staff.bankDayClaims");
    return { name: t("file", { day }), columns: buildColumns(t, day), rows: toRows(claims), workbook: null };
  });
}

async function* toRows(claims: readonly StaffDifference[]): AsyncGenerator<StaffDifference> {
  yield* claims;
}

const buildColumns = (t: Translator<"staff.bankDayClaims">, day: string): readonly TableColumn<StaffDifference>[] => [
  { head: t("columns.day"), cell: () => day },
  { head: t("columns.line"), cell: ({ lineNumber }) => lineNumber },
  { head: t("columns.kind"), cell: ({ lineKind }) => t(`lineKinds.${lineKind}`) },
  { head: t("columns.order"), cell: ({ orderId }) => orderId },
  { head: t("columns.reference"), cell: ({ rrn }) => rrn },
  { head: t("columns.why"), cell: ({ kind }) => t(`reasons.${kind}`) },
  { head: t("columns.bankAmount"), cell: ({ bankKurus }) => bankKurus },
  { head: t("columns.amount"), cell: ({ bookedKurus }) => bookedKurus },
  { head: t("columns.bankCommission"), cell: ({ bankCommissionKurus }) => bankCommissionKurus },
  { head: t("columns.commission"), cell: ({ dueCommissionKurus }) => dueCommissionKurus },
  { head: t("columns.claim"), cell: ({ proposal }) => proposal.amountKurus },
];
