import type { inferRouterOutputs } from "@trpc/server";
import type { StaffRouter } from "@/server/entry/staff/router-type";

type Outputs = inferRouterOutputs<StaffRouter>["approval"];

export type ChangeItem = Outputs["list"]["items"][number];
export type ChangeDetail = Outputs["get"];
