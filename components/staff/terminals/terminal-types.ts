import type { inferRouterOutputs } from "@trpc/server";
import type { StaffRouter } from "@/server/entry/staff/router-type";

type Outputs = inferRouterOutputs<StaffRouter>["terminal"];

export type ListedTerminal = Outputs["list"]["items"][number];
export type TerminalDetail = Outputs["get"];
export type ShownConnection = TerminalDetail["formerConnections"][number];
/** A connection with its newest diagnosis: the one in use, or a proposed one. */
export type DiagnosedConnection = NonNullable<TerminalDetail["connection"]>;
export type BankOffers = Outputs["banks"];
export type BankTrace = Outputs["trace"];
