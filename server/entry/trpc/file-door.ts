import type { PdfContent } from "@/server/documents/pdf";
import type { TableColumn } from "@/server/documents/table";
import type { XlsxTable } from "@/server/documents/xlsx";
import { AppError, type Language } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { type NewAuditEntry, writeAudit } from "@/server/usecases/audit/write-audit";
import { csvResponse } from "../http/csv";
import { pdfResponse, xlsxResponse } from "../http/file-answer";
import { errorResponse, signedOutError, toAppError } from "../http/json-answer";
import { parseLanguage } from "../http/page-request";
import type { AnySession, DoorContext, DoorSettings } from "./trpc-door";

/** The content of a table, for a request that may have it. */
interface DoorTable<Row> {
  /** The name of the file without its ending. */
  readonly name: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: AsyncIterable<Row>;
  /** What an XLSX file has in addition; null for a CSV file. */
  readonly workbook: Workbook | null;
}

export type Workbook = Pick<XlsxTable<never>, "sheet" | "totalWord" | "issuer" | "at">;

/** A document that becomes a PDF. */
interface DoorDocument {
  /** The name of the file without its ending. */
  readonly name: string;
  readonly document: PdfContent;
}

export type DoorFile<Row> = DoorTable<Row> | DoorDocument;

export interface FileRequest<P extends string> {
  readonly permission: P;
  /** The name of the action in the audit log. */
  readonly action: string;
  readonly detail: NewAuditEntry["detail"];
}

/**
 * Answers a file of a door: 401 without a session, 403 (which the audit log records) for a role without the permission
 * (S16), 429 above the user's budget. The audit log gets an entry before the first row is read, and another with the
 * number of rows that were sent. The file is in the language that the address names, else in the page's.
 * @param open opens the content in a language; it may throw a refusal
 */
export async function answerFile<S extends AnySession, P extends string, Row>(
  settings: DoorSettings<S, P>,
  request: Request,
  door: DoorContext<S>,
  fileRequest: FileRequest<P>,
  open: (session: S, language: Language) => Promise<DoorFile<Row>>,
): Promise<Response> {
  const { ctx, facts, language } = door;
  try {
    return await openFile(settings, request, door, fileRequest, open);
  } catch (error) {
    return errorResponse(toAppError(error, facts.traceId, ctx.log), facts.traceId, language);
  }
}

async function openFile<S extends AnySession, P extends string, Row>(
  settings: DoorSettings<S, P>,
  request: Request,
  door: DoorContext<S>,
  { permission, action, detail }: FileRequest<P>,
  open: (session: S, language: Language) => Promise<DoorFile<Row>>,
): Promise<Response> {
  const { ctx, session, facts, limits } = door;
  if (!session) throw signedOutError(door.language);
  const { allowed, resetSeconds } = await limits.take("panel-user", session.user.id);
  if (!allowed) throw new AppError("rate_limited", action, { retryAfterSeconds: resetSeconds });
  const entry = {
    scope: settings.auditScope(session),
    action,
    actionId: newId(ctx.random, "action", ctx.clock.now()),
    actor: settings.actor(session),
    subject: null,
    sourceIp: facts.sourceIp,
    detail,
  } as const satisfies Omit<NewAuditEntry, "outcome" | "code">;
  const refuse = (code: AppError["code"]) => writeAudit(ctx, { ...entry, outcome: "refused", code });
  if (!settings.may(session, permission)) {
    await refuse("access_denied");
    throw new AppError("access_denied", `${session.role} may not ${permission}`);
  }
  const language = parseLanguage(new URL(request.url).searchParams.get("lang")) ?? door.language;
  const file = await open(session, language);
  const onEnd = (count: number, hasFailed: boolean) =>
    writeAudit(ctx, {
      ...entry,
      detail: { ...detail, rows: count },
      ...(hasFailed ? { outcome: "refused", code: "internal_error" } : { outcome: "done", code: null }),
    });
  if ("document" in file) {
    const answer = await pdfResponse(file.name, file.document);
    await writeAudit(ctx, { ...entry, outcome: "done", code: null });
    return answer;
  }
  // HEAD sends no rows, so the audit log has no entry for it.
  if (request.method === "HEAD") return tableResponse({ ...file, rows: noRows() }, language);
  await writeAudit(ctx, { ...entry, outcome: "begun", code: null });
  return tableResponse(file, language, onEnd);
}

const tableResponse = <Row>(
  { name, columns, rows, workbook }: DoorTable<Row>,
  language: Language,
  onEnd?: (count: number, hasFailed: boolean) => Promise<unknown>,
): Response =>
  workbook
    ? xlsxResponse(name, { ...workbook, columns, rows, ...(onEnd && { onEnd }) })
    : csvResponse({ name, language, columns, rows, ...(onEnd && { onEnd }) });

async function* noRows(): AsyncGenerator<never> {}
