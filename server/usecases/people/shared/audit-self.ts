import type { ErrorCode } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { type PersonRow, toAuditScope } from "@/server/store/people/people";
import { type NewAuditEntry, writeAudit } from "@/server/usecases/audit/write-audit";
import type { Ctx } from "@/server/usecases/ctx";

export interface SelfAction {
  readonly action:
    | "self.signIn"
    | "self.signOut"
    | "self.askForPassword"
    | "self.setForgottenPassword"
    | "self.proveAddress"
    | "self.askForDevice"
    | "self.knowDevice";
  /** The refusal; null where the action was done. */
  readonly code: ErrorCode | null;
  readonly detail: NewAuditEntry["detail"];
  readonly sourceIp: string;
}

/**
 * Records what a person does outside the procedures, whose audit does not record it: sign-ins, refused ones, sign-outs,
 * and what is done with mailed links (S36).
 */
export const auditSelf = (
  ctx: Ctx,
  door: SignInDoor,
  user: PersonRow,
  { action, code, detail, sourceIp }: SelfAction,
): Promise<unknown> =>
  writeAudit(ctx, {
    scope: toAuditScope(user),
    actor: { kind: door === "panel" ? "user" : "staff", id: user.id, name: user.email },
    action,
    actionId: newId(ctx.random, "action", ctx.clock.now()),
    subject: user.id,
    outcome: code === null ? "done" : "refused",
    code,
    detail,
    sourceIp,
  });
