import type { inferRouterOutputs } from "@trpc/server";
import type { PanelRouter } from "@/server/entry/panel/router-type";

/** The outputs of the panel's procedures, e.g. `PanelOutputs["account"]["get"]`. */
export type PanelOutputs = inferRouterOutputs<PanelRouter>;

export type Account = PanelOutputs["account"]["get"];
export type OwnProfile = PanelOutputs["account"]["profile"];
export type Terminal = PanelOutputs["account"]["terminals"][number];
