import { AppError, type Language } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { mayInPanel, type PanelPermission } from "@/server/domain/people/access";
import type { PanelSession } from "@/server/usecases/people/find-session";
import { type NewAuditEntry, writeAudit } from "@/server/usecases/people/write-audit";
import { type CsvColumn, csvResponse } from "../http/csv";
import { errorResponse, signedOut, toAppError } from "../http/http";
import { chosenLanguage } from "../http/visit";
import type { PanelDoorContext } from "./door";

/** What a file holds, once whoever asks may have it. */
export interface PanelFile<Row> {
  /** Without its ending. */
  readonly name: Readonly<Record<Language, string>>;
  readonly columns: readonly CsvColumn<Row>[];
  readonly rows: AsyncIterable<Row>;
}

export interface FileRequest {
  readonly permission: PanelPermission;
  /** In the audit log. */
  readonly action: string;
  readonly detail: NewAuditEntry["detail"];
}

/**
 * A file of the panel: 401 for nobody, 403, which is on record, for a role that may not (S16), 429 who asks too often. Who took
 * what is in the audit log before the first row is read, and again with how many rows were taken. In the language that the
 * address names, else the page's.
 * @param open what is read; it may refuse
 */
export async function answerFile<Row>(
  request: Request,
  door: PanelDoorContext,
  asked: FileRequest,
  open: (session: PanelSession) => Promise<PanelFile<Row>>,
): Promise<Response> {
  const { ctx, facts, language } = door;
  try {
    return await opened(request, door, asked, open);
  } catch (error) {
    return errorResponse(toAppError(error, facts.traceId, ctx.log), facts.traceId, language);
  }
}

async function opened<Row>(
  request: Request,
  door: PanelDoorContext,
  { permission, action, detail }: FileRequest,
  open: (session: PanelSession) => Promise<PanelFile<Row>>,
): Promise<Response> {
  const { ctx, session, facts, limits } = door;
  if (!session) throw signedOut(door.language);
  const { allowed, resetSeconds } = await limits.take("panel-user", session.user.id);
  if (!allowed) throw new AppError("rate_limited", action, { retryAfterSeconds: resetSeconds });
  const entry = {
    scope: session.account.partnerId,
    action,
    actionId: newId("action", ctx.clock.now()),
    actor: { kind: "user", id: session.user.id, name: session.user.email },
    subject: null,
    sourceIp: facts.sourceIp,
    detail,
  } as const satisfies Omit<NewAuditEntry, "outcome" | "code">;
  const refuse = (code: AppError["code"]) => writeAudit(ctx, { ...entry, outcome: "refused", code });
  if (!mayInPanel(session.role, permission)) {
    await refuse("access_denied");
    throw new AppError("access_denied", `${session.role} may not ${permission}`);
  }
  const file = await open(session);
  const language = chosenLanguage(new URL(request.url).searchParams.get("lang")) ?? door.language;
  const shape = { name: file.name[language], language, columns: file.columns };
  // Asked for its head alone: nothing is taken.
  if (request.method === "HEAD") return csvResponse({ ...shape, rows: none() });
  await writeAudit(ctx, { ...entry, outcome: "begun", code: null });
  const whenOver = (count: number, hasFailed: boolean) =>
    writeAudit(ctx, {
      ...entry,
      detail: { ...detail, rows: count },
      ...(hasFailed ? { outcome: "refused", code: "internal_error" } : { outcome: "done", code: null }),
    });
  return csvResponse({ ...shape, rows: file.rows, whenOver });
}

async function* none(): AsyncGenerator<never> {}
