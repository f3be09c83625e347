import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { type NewAuditEntry, writeAudit } from "@/server/usecases/audit/write-audit";
import type { Ctx } from "@/server/usecases/ctx";

const operator = { kind: "system", id: null, name: "operator" } as const;

/** The description of a command's action for the audit log. */
export type AuditedAction = Pick<NewAuditEntry, "scope" | "action" | "subject" | "detail">;

/**
 * Runs the work of a command between two audit entries of one action (S36): `begun` before it, and `done` or `refused`
 * with the error's code after it. An error of the work is thrown again.
 */
export async function withAudit<T>(ctx: Ctx, action: AuditedAction, work: () => Promise<T>): Promise<T> {
  const { scope, action: name, subject, detail } = action;
  const actionId = newId(ctx.random, "action", ctx.clock.now());
  const write = (outcome: NewAuditEntry["outcome"], code: NewAuditEntry["code"]) =>
    writeAudit(ctx, {
      scope,
      actor: operator,
      action: name,
      actionId,
      subject,
      outcome,
      code,
      detail,
      sourceIp: "terminal",
    });
  await write("begun", null);
  try {
    const done = await work();
    await write("done", null);
    return done;
  } catch (error) {
    await write("refused", error instanceof AppError ? error.code : "internal_error");
    throw error;
  }
}
