import { dehydrate, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Catalogues } from "@/messages/catalogues";
import { translatorFor } from "@/messages/translate";
import { isOpenBefore, mayInPanel, type PanelPermission } from "@/server/domain/people/access";
import { requestStore } from "@/server/request-store";
import { type Environment, getEnvironment } from "@/server/usecases/operations/environment-queries";
import type { PanelSession } from "@/server/usecases/people/session-queries";
import { pageLanguage } from "../http/page-language";
import { cacheSettings } from "../http/query-cache";
import { panelRouter } from "./router";
import type { PanelRouter } from "./router-type";
import { readPanelDoor } from "./session";

/** Reads the session once per page. */
const door = cache(async () => readPanelDoor(await headers()));

type Queries = TRPCOptionsProxy<PanelRouter>;

/** The data with which a page of the panel starts. */
export interface PanelPage {
  readonly session: PanelSession;
  /** Whether the user's role may see this page; when false, nothing was read for it. */
  readonly isAllowed: boolean;
  /** The answers that were read on the server, for the browser's cache. */
  readonly state: ReturnType<typeof dehydrate>;
}

/**
 * Returns the session and the answers to the page's first queries, read by the procedures that the browser calls as
 * well. Redirects to the sign-in page without a session, and to the security page with a duty (S11). Data that the role
 * may not see is not in the page.
 * @param prefetch the queries of the first view; the browser repeats one that fails, and shows the failure
 */
export async function panelPage(
  permission: PanelPermission,
  prefetch?: (trpc: Queries, client: QueryClient) => Promise<unknown>[],
): Promise<PanelPage> {
  const session = await panelSession();
  if (!isOpenBefore(session.duty, permission)) redirect("/panel/security");
  const isAllowed = mayInPanel(session.role, permission);
  const client = new QueryClient(cacheSettings);
  if (isAllowed && prefetch) {
    const ctx = { ...(await door()), session };
    const trpc = createTRPCOptionsProxy({ router: panelRouter, ctx, queryClient: client });
    await Promise.all(prefetch(trpc, client));
  }
  return { session, isAllowed, state: dehydrate(client) };
}

/** Returns the session. Without one it redirects to the sign-in page, which leads back to the requested page. */
export async function panelSession(): Promise<PanelSession> {
  const { session } = await door();
  if (session) return session;
  const target = requestStore()?.target.split("?")[0] ?? "/panel";
  const next = target === "/panel" || !target.startsWith("/panel/") ? "" : `?next=${encodeURIComponent(target)}`;
  return redirect(`/panel/sign-in${next}`);
}

/** Returns where the product runs, which every page shows. */
export async function panelEnvironment(): Promise<Environment> {
  return getEnvironment((await door()).ctx);
}

/** Returns whether the user is signed in already, so the sign-in page can redirect. */
export async function isSignedInToPanel(): Promise<boolean> {
  return (await door()).session !== null;
}

/** Returns the `generateMetadata` of a page of the panel: its title in the language of the page. */
export const panelTitle = (page: keyof Catalogues["panel"]["titles"]) => async (): Promise<Metadata> => ({
  title: translatorFor(pageLanguage(await headers()), "panel")(`titles.${page}`),
});
