import { isOpenBefore, mayAsStaff, type StaffPermission } from "@/server/domain/people/access";
import type { StaffSession } from "@/server/usecases/people/session-queries";
import { type DoorSettings, openTrpcDoor } from "../trpc/trpc-door";

export const staffDoor: DoorSettings<StaffSession, StaffPermission> = {
  // Staff with a duty, such as setting up a second factor, may do nothing else until it is done (S11).
  may: ({ role, duty }, permission) => mayAsStaff(role, permission) && isOpenBefore(duty, permission),
  auditScope: () => "staff",
  actor: ({ user }) => ({ kind: "staff", id: user.id, name: user.email }),
};

/** The back-office's procedures. Actions of staff are in an audit log of their own. */
export const { router, mergeRouters, queryProcedure, mutationProcedure, createCallerFactory } = openTrpcDoor(staffDoor);
