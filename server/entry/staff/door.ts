import { mayAsStaff, type StaffPermission } from "@/server/domain/access";
import type { StaffSession } from "@/server/usecases/find-session";
import { type DoorContext, openTrpcDoor } from "../trpc-door";

export type StaffDoorContext = DoorContext<StaffSession>;

/** The back-office's procedures. What staff do is in an audit log of their own. */
export const { router, read, act, createCallerFactory } = openTrpcDoor<StaffSession, StaffPermission>({
  may: ({ role }, permission) => mayAsStaff(role, permission),
  auditScope: () => "staff",
  actorKind: "staff",
});
