import type { TableColumn } from "@/server/documents/table";
import { AppError, type Language } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { type NewAuditEntry, writeAudit } from "@/server/usecases/audit/write-audit";
import { csvResponse } from "../http/csv";
import { errorResponse, signedOutError, toAppError } from "../http/json-answer";
import { parseLanguage } from "../http/page-request";
import type { AnySession, DoorContext, DoorSettings } from "./trpc-door";

/** The content of a file, for a request that may have it. */
export interface DoorFile<Row> {
  /** The name of the file without its ending. */
  readonly name: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: AsyncIterable<Row>;
}

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
  const shape = { name: file.name, language, columns: file.columns };
  // HEAD sends no rows, so the audit log has no entry for it.
  if (request.method === "HEAD") return csvResponse({ ...shape, rows: noRows() });
  await writeAudit(ctx, { ...entry, outcome: "begun", code: null });
  const onEnd = (count: number, hasFailed: boolean) =>
    writeAudit(ctx, {
      ...entry,
      detail: { ...detail, rows: count },
      ...(hasFailed ? { outcome: "refused", code: "internal_error" } : { outcome: "done", code: null }),
    });
  return csvResponse({ ...shape, rows: file.rows, onEnd });
}

async function* noRows(): AsyncGenerator<never> {}
