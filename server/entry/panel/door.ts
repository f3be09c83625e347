import { mayInPanel, type PanelPermission } from "@/server/domain/people/access";
import type { PanelSession } from "@/server/usecases/people/session-queries";
import { staffActor } from "@/server/usecases/people/shared/staff-actor";
import { type DoorContext, type DoorSettings, openTrpcDoor } from "../trpc/trpc-door";

export type PanelDoorContext = DoorContext<PanelSession>;

export const panelDoor: DoorSettings<PanelSession, PanelPermission> = {
  may: ({ role }, permission) => mayInPanel(role, permission),
  auditScope: ({ account }) => account.partnerId,
  actor: ({ user, viewing }) => (viewing ? staffActor(user.id) : { kind: "user", id: user.id, name: user.email }),
};

/** The panel's procedures. Each names a permission of `domain/people/access.ts`. */
export const { router, queryProcedure, mutationProcedure, createCallerFactory } = openTrpcDoor(panelDoor);
