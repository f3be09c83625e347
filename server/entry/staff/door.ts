import { mayAsStaff, type StaffPermission } from "@/server/domain/people/access";
import type { StaffSession } from "@/server/usecases/people/session-queries";
import { type DoorSettings, openTrpcDoor } from "../trpc/trpc-door";

export const staffDoor: DoorSettings<StaffSession, StaffPermission> = {
  // Staff who must have a second factor may do nothing but set one up until they have it (S11).
  may: ({ role, mustSetUpSecondFactor }, permission) =>
    mayAsStaff(role, permission) && (permission === "self.manage" || !mustSetUpSecondFactor),
  auditScope: () => "staff",
  actor: ({ user }) => ({ kind: "staff", id: user.id, name: user.email }),
};

/** The back-office's procedures. Actions of staff are in an audit log of their own. */
export const { router, mergeRouters, queryProcedure, mutationProcedure, createCallerFactory } = openTrpcDoor(staffDoor);
