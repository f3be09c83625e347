import type { Translator } from "@/messages/catalogues";
import { translatorFor } from "@/messages/translate";
import type { TableColumn } from "@/server/documents/table";
import { staffAuditList } from "@/server/domain/audit/staff-audit-list";
import { AppError } from "@/server/domain/errors";
import { applyFilters, readListQuery } from "@/server/domain/lists";
import { answerFile } from "@/server/entry/trpc/file-door";
import type { DoorContext } from "@/server/entry/trpc/trpc-door";
import { type AuditedStaffAction, exportStaffAudit } from "@/server/usecases/audit/staff-audit-queries";
import type { StaffSession } from "@/server/usecases/people/session-queries";
import { staffDoor } from "../door";

/**
 * Answers `GET /staff/export/audit.csv` with the actions that the address of the list names. A time range is required,
 * because the whole log grows without a limit; without one the answer is validation_error.
 */
export function answerAuditExport(request: Request, door: DoorContext<StaffSession>): Promise<Response> {
  const { ctx } = door;
  const parameters = new URL(request.url).searchParams;
  const query = readListQuery(staffAuditList, (name) => parameters.getAll(name));
  const { at, ...filters } = applyFilters(staffAuditList, query, ctx.clock.now());
  const detail = { from: at?.from?.toISOString() ?? null, until: at?.to?.toISOString() ?? null, ...filters };
  const fileRequest = { permission: "audit.export", action: "audit.export", detail } as const;
  return answerFile(staffDoor, request, door, fileRequest, async (_session, language) => {
    if (!at?.from) throw new AppError("validation_error", "An export of the audit log needs a time range");
    const t = translatorFor(language, "staff.auditExport");
    const rows = exportStaffAudit(ctx, { ...filters, account: null, from: at.from, until: at.to });
    return {
      name: t("file", { day: ctx.clock.now().toISOString().slice(0, 10) }),
      columns: buildColumns(t),
      rows,
      workbook: null,
    };
  });
}

const buildColumns = (t: Translator<"staff.auditExport">): readonly TableColumn<AuditedStaffAction>[] => [
  { head: t("columns.began"), cell: ({ beganAt }) => beganAt },
  { head: t("columns.ended"), cell: ({ endedAt }) => endedAt },
  { head: t("columns.log"), cell: ({ scope }) => scope },
  { head: t("columns.account"), cell: ({ partnerName }) => partnerName },
  { head: t("columns.kind"), cell: ({ actorKind }) => actorKind },
  { head: t("columns.who"), cell: ({ actorName }) => actorName },
  { head: t("columns.whoId"), cell: ({ actorId }) => actorId },
  { head: t("columns.action"), cell: ({ action }) => action },
  { head: t("columns.subject"), cell: ({ subject }) => subject },
  { head: t("columns.outcome"), cell: ({ outcome }) => outcome },
  { head: t("columns.code"), cell: ({ code }) => code },
  { head: t("columns.detail"), cell: ({ detail }) => JSON.stringify(detail) },
  { head: t("columns.sourceIp"), cell: ({ sourceIp }) => sourceIp },
  { head: t("columns.number"), cell: ({ number }) => String(number) },
  { head: t("columns.hash"), cell: ({ hash }) => hash },
];
