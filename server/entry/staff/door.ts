import { mayAsStaff, type StaffPermission } from "@/server/domain/people/access";
import type { StaffSession } from "@/server/usecases/people/find-session";
import { type DoorContext, openTrpcDoor } from "../trpc/trpc-door";

export type StaffDoorContext = DoorContext<StaffSession>;

/** The back-office's procedures. What staff do is in an audit log of their own. */
export const { router, read, act, createCallerFactory } = openTrpcDoor<StaffSession, StaffPermission>({
  // Until they have a second factor where they must, they may only set one up (S11).
  may: ({ role, mustSetUpSecondFactor }, permission) =>
    mayAsStaff(role, permission) && (permission === "self.manage" || !mustSetUpSecondFactor),
  auditScope: () => "staff",
  actorKind: "staff",
});
