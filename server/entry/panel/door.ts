import { mayInPanel, type PanelPermission } from "@/server/domain/people/access";
import type { PanelSession } from "@/server/usecases/people/session-queries";
import { staffActor } from "@/server/usecases/people/shared/staff-actor";
import type { AuditActor } from "@/server/usecases/people/write-audit";
import { type DoorContext, openTrpcDoor } from "../trpc/trpc-door";

export type PanelDoorContext = DoorContext<PanelSession>;

/** Returns who acts in a session of the panel, for the account's audit log. */
export const panelActor = ({ user, viewing }: Pick<PanelSession, "user" | "viewing">): AuditActor =>
  viewing ? staffActor(user.id) : { kind: "user", id: user.id, name: user.email };

/** The panel's procedures. Each names a permission of `domain/people/access.ts`. */
export const { router, queryProcedure, mutationProcedure, createCallerFactory } = openTrpcDoor<
  PanelSession,
  PanelPermission
>({
  may: ({ role }, permission) => mayInPanel(role, permission),
  auditScope: ({ account }) => account.partnerId,
  actor: panelActor,
});
