import type { inferRouterOutputs } from "@trpc/server";
import type { StaffRouter } from "@/server/entry/staff/router-type";

type Outputs = inferRouterOutputs<StaffRouter>["partner"];

export type FoundPartner = Outputs["find"]["items"][number];
export type PartnerDetail = Outputs["get"];
export type PartnerActivity = Outputs["activity"];
export type PartnerProfile = Outputs["profile"];
export type PartnerDocument = Outputs["documents"][number];
export type PartnerTermsOutput = Outputs["terms"];
export type PartnerTeam = Outputs["team"];
export type PartnerTerminal = Outputs["terminals"][number];
export type FirstStepsView = NonNullable<Outputs["firstSteps"]>;
export type NameRequest = Outputs["nameRequests"][number];
export type LogoRequest = Outputs["logoRequests"][number];
