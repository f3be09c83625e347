import { isOpenBefore, mayInPanel, type PanelPermission } from "@/server/domain/people/access";
import type { PanelSession } from "@/server/usecases/people/session-queries";
import { staffActor } from "@/server/usecases/people/shared/staff-actor";
import { type DoorContext, type DoorSettings, openTrpcDoor } from "../trpc/trpc-door";

export type PanelDoorContext = DoorContext<PanelSession>;

export const panelDoor: DoorSettings<PanelSession, PanelPermission> = {
  // A person with a duty, such as replacing an issued password, may do nothing else until it is done (S11).
  may: ({ role, duty }, permission) => mayInPanel(role, permission) && isOpenBefore(duty, permission),
  auditScope: ({ account }) => account.partnerId,
  actor: ({ user, viewing }) => (viewing ? staffActor(user.id) : { kind: "user", id: user.id, name: user.email }),
};

/** The panel's procedures. Each names a permission of `domain/people/access.ts`. */
export const { router, queryProcedure, mutationProcedure, createCallerFactory } = openTrpcDoor(panelDoor);
