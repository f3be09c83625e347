import type { inferRouterOutputs } from "@trpc/server";
import type { StaffRouter } from "@/server/entry/staff/router-type";

type Outputs = inferRouterOutputs<StaffRouter>["partner"];

export type FoundPartner = Outputs["find"][number];
export type PartnerClue = FoundPartner["foundBy"];
export type PartnerDetail = Outputs["get"];
export type HoldReason = NonNullable<PartnerDetail["holdReason"]>;
