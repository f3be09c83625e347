import type { inferRouterOutputs } from "@trpc/server";
import type { StaffRouter } from "@/server/entry/staff/router-type";

type Outputs = inferRouterOutputs<StaffRouter>["partner"];

export type FoundPartner = Outputs["find"]["items"][number];
export type PartnerDetail = Outputs["get"];
