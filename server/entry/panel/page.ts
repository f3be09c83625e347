import { dehydrate, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { mayInPanel, type PanelPermission } from "@/server/domain/people/access";
import { requestStore } from "@/server/request-store";
import type { PanelSession } from "@/server/usecases/people/find-session";
import { cacheSettings } from "../http/query-cache";
import { panelRouter } from "./router";
import type { PanelRouter } from "./router-type";
import { panelDoorOf } from "./session";

/** Who is signed in; asked once for each page. */
const door = cache(async () => panelDoorOf(await headers()));

type Queries = TRPCOptionsProxy<PanelRouter>;

/** What a page of the panel begins with. */
export interface PanelPage {
  readonly session: PanelSession;
  /** False: the role of whoever is signed in does not reach this page, and nothing was read for it. */
  readonly isAllowed: boolean;
  /** What was read on the server, for the browser's cache. */
  readonly state: ReturnType<typeof dehydrate>;
}

/**
 * Whoever is signed in, and what the page asks for, read by the same procedures as the browser's. Somebody who is not signed
 * in is sent to the door; what their role may not see is not in the page.
 * @param prefetch the queries of the first view; one that fails is asked again by the browser, which shows the failure
 */
export async function panelPage(
  permission: PanelPermission,
  prefetch?: (trpc: Queries, client: QueryClient) => Promise<unknown>[],
): Promise<PanelPage> {
  const session = await panelSession();
  const isAllowed = mayInPanel(session.role, permission);
  const client = new QueryClient(cacheSettings);
  if (isAllowed && prefetch) {
    const ctx = { ...(await door()), session };
    const trpc = createTRPCOptionsProxy({ router: panelRouter, ctx, queryClient: client });
    await Promise.all(prefetch(trpc, client));
  }
  return { session, isAllowed, state: dehydrate(client) };
}

/** Whoever is signed in; anybody else is sent to the door, and from there back to where they wanted to go. */
export async function panelSession(): Promise<PanelSession> {
  const { session } = await door();
  if (session) return session;
  const target = requestStore()?.target.split("?")[0] ?? "/panel";
  const next =
    target === "/panel" || !target.startsWith("/panel/") ? "" : `?next=${encodeURIComponent(target)}`;
  return redirect(`/panel/sign-in${next}`);
}

/** For the door itself: somebody who is signed in has no business there. */
export async function isSignedInToPanel(): Promise<boolean> {
  return (await door()).session !== null;
}
