import type { inferRouterOutputs } from "@trpc/server";
import type { StaffRouter } from "@/server/entry/staff/router-type";

type Outputs = inferRouterOutputs<StaffRouter>["terminal"];

export type ListedTerminal = Outputs["list"]["items"][number];
export type TerminalDetail = Outputs["get"];
export type ShownConnection = NonNullable<TerminalDetail["connection"]>;
export type BankOffers = Outputs["banks"];
export type BankTrace = Outputs["trace"];
