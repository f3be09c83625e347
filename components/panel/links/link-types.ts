import type { inferRouterOutputs } from "@trpc/server";
import { type LinkStatus, openLinkStates } from "@/server/domain/states";
import type { PanelRouter } from "@/server/entry/panel/router-type";

type Outputs = inferRouterOutputs<PanelRouter>;

export type ListedLink = Outputs["link"]["list"]["items"][number];
/** A link with the merchant's name and the server's time at which it was read. */
export type ShownLink = Outputs["link"]["get"];
/** A link that was just created, with why buyers may not be able to pay it (D-57). */
export type CreatedLink = Outputs["link"]["create"];
export type LinkTimeline = Outputs["link"]["timeline"];
export type LinkTerms = Outputs["link"]["terms"];
export type LinkPreview = Outputs["link"]["preview"];
export type Terminal = Outputs["account"]["terminals"][number];

/** Returns whether a link can still be paid or cancelled. */
export const isOpen = (status: LinkStatus): boolean => openLinkStates.some((open) => open === status);
