import type { inferRouterOutputs } from "@trpc/server";
import type { StaffRouter } from "@/server/entry/staff/router-type";

/** The outputs of the back-office's procedures, e.g. `StaffOutputs["payment"]["get"]`. */
export type StaffOutputs = inferRouterOutputs<StaffRouter>;
