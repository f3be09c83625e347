import { mayInPanel, type PanelPermission } from "@/server/domain/people/access";
import type { PanelSession } from "@/server/usecases/people/session-queries";
import { type DoorContext, openTrpcDoor } from "../trpc/trpc-door";

export type PanelDoorContext = DoorContext<PanelSession>;

/** The panel's procedures. Each names a permission of `domain/people/access.ts`. */
export const { router, queryProcedure, mutationProcedure, createCallerFactory } = openTrpcDoor<
  PanelSession,
  PanelPermission
>({
  may: ({ role }, permission) => mayInPanel(role, permission),
  auditScope: ({ account }) => account.partnerId,
  actorKind: "user",
});
