import { mayInPanel, type PanelPermission } from "@/server/domain/access";
import type { PanelSession } from "@/server/usecases/find-session";
import { type DoorContext, openTrpcDoor } from "../trpc-door";

export type PanelDoorContext = DoorContext<PanelSession>;

/** The panel's procedures: `read` and `act` want a permission of `domain/access.ts`. */
export const { router, read, act, createCallerFactory } = openTrpcDoor<PanelSession, PanelPermission>({
  may: ({ role }, permission) => mayInPanel(role, permission),
  auditScope: ({ account }) => account.partnerId,
  actorKind: "user",
});
