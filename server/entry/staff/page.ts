import { dehydrate, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { mayAsStaff, type StaffPermission } from "@/server/domain/people/access";
import { requestStore } from "@/server/request-store";
import type { StaffSession } from "@/server/usecases/people/find-session";
import { cacheSettings } from "../http/query-cache";
import { staffRouter } from "./router";
import type { StaffRouter } from "./router-type";
import { staffDoorOf } from "./session";

/** Who is signed in; asked once for each page. */
const door = cache(async () => staffDoorOf(await headers()));

type Queries = TRPCOptionsProxy<StaffRouter>;

/** What a page of the back-office begins with. */
export interface StaffPage {
  readonly session: StaffSession;
  /** False: the role does not reach this page, and nothing was read for it. */
  readonly isAllowed: boolean;
  readonly state: ReturnType<typeof dehydrate>;
}

/**
 * As the panel's pages: the same procedures, read on the server. Staff who must have a second factor, and have none, reach
 * only the page on which they set one up (S11).
 */
export async function staffPage(
  permission: StaffPermission,
  prefetch?: (trpc: Queries, client: QueryClient) => Promise<unknown>[],
): Promise<StaffPage> {
  const session = await staffSession();
  if (session.mustSetUpSecondFactor && permission !== "self.manage") redirect("/staff/security");
  const isAllowed = mayAsStaff(session.role, permission);
  const client = new QueryClient(cacheSettings);
  if (isAllowed && prefetch) {
    const ctx = { ...(await door()), session };
    const trpc = createTRPCOptionsProxy({ router: staffRouter, ctx, queryClient: client });
    await Promise.all(prefetch(trpc, client));
  }
  return { session, isAllowed, state: dehydrate(client) };
}

/** Whoever is signed in; anybody else is sent to the door, and from there back to where they wanted to go. */
export async function staffSession(): Promise<StaffSession> {
  const { session } = await door();
  if (session) return session;
  const target = requestStore()?.target.split("?")[0] ?? "/staff";
  const next = target.startsWith("/staff/") ? `?next=${encodeURIComponent(target)}` : "";
  return redirect(`/staff/sign-in${next}`);
}

/** For the door itself: somebody who is signed in has no business there. */
export async function isSignedInAsStaff(): Promise<boolean> {
  return (await door()).session !== null;
}
