import type { ErrorCode } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { auditScopeOf, type PersonRow } from "@/server/store/people/people";
import type { Ctx } from "../ctx";
import { type NewAuditEntry, writeAudit } from "./write-audit";

export interface SelfAction {
  readonly action: "self.signIn" | "self.signOut";
  /** Null: it was done. */
  readonly code: ErrorCode | null;
  readonly detail: NewAuditEntry["detail"];
  readonly sourceIp: string;
}

/** Puts on record that somebody came, was turned away, or went: what no procedure does, and so no door writes down (S36). */
export const auditSelf = (
  ctx: Ctx,
  door: SignInDoor,
  user: PersonRow,
  { action, code, detail, sourceIp }: SelfAction,
): Promise<unknown> =>
  writeAudit(ctx, {
    scope: auditScopeOf(user),
    actor: { kind: door === "panel" ? "user" : "staff", id: user.id, name: user.email },
    action,
    actionId: newId("action", ctx.clock.now()),
    subject: user.id,
    outcome: code === null ? "done" : "refused",
    code,
    detail,
    sourceIp,
  });
