import { dehydrate, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Catalogues } from "@/messages/catalogues";
import { translatorFor } from "@/messages/translate";
import { isOpenBefore, mayAsStaff, type StaffPermission } from "@/server/domain/people/access";
import { requestStore } from "@/server/request-store";
import { type Environment, getEnvironment } from "@/server/usecases/operations/environment-queries";
import type { StaffSession } from "@/server/usecases/people/session-queries";
import { pageLanguage } from "../http/page-language";
import { cacheSettings } from "../http/query-cache";
import { staffRouter } from "./router";
import type { StaffRouter } from "./router-type";
import { readStaffDoor } from "./session";

/** Reads the session once per page. */
const door = cache(async () => readStaffDoor(await headers()));

type Queries = TRPCOptionsProxy<StaffRouter>;

/** The data with which a page of the back-office starts. */
export interface StaffPage {
  readonly session: StaffSession;
  /** Whether the user's role may see this page; when false, nothing was read for it. */
  readonly isAllowed: boolean;
  readonly state: ReturnType<typeof dehydrate>;
}

/**
 * Returns the session and the answers to the page's first queries, as `panelPage` does. Staff with a duty are
 * redirected to the page on which they do it (S11).
 */
export async function staffPage(
  permission: StaffPermission,
  prefetch?: (trpc: Queries, client: QueryClient) => Promise<unknown>[],
): Promise<StaffPage> {
  const session = await staffSession();
  if (!isOpenBefore(session.duty, permission)) redirect("/staff/security");
  const isAllowed = mayAsStaff(session.role, permission);
  const client = new QueryClient(cacheSettings);
  if (isAllowed && prefetch) {
    const ctx = { ...(await door()), session };
    const trpc = createTRPCOptionsProxy({ router: staffRouter, ctx, queryClient: client });
    await Promise.all(prefetch(trpc, client));
  }
  return { session, isAllowed, state: dehydrate(client) };
}

/** Returns the session. Without one it redirects to the sign-in page, which leads back to the requested page. */
export async function staffSession(): Promise<StaffSession> {
  const { session } = await door();
  if (session) return session;
  const target = requestStore()?.target.split("?")[0] ?? "/staff";
  const next = target.startsWith("/staff/") ? `?next=${encodeURIComponent(target)}` : "";
  return redirect(`/staff/sign-in${next}`);
}

/** Returns where the product runs, which every page shows. */
export async function staffEnvironment(): Promise<Environment> {
  return getEnvironment((await door()).ctx);
}

/** Returns whether the user is signed in already, so the sign-in page can redirect. */
export async function isSignedInAsStaff(): Promise<boolean> {
  return (await door()).session !== null;
}

/** Returns the `generateMetadata` of a page of the back-office: its title in the language of the page. */
export const staffTitle = (page: keyof Catalogues["staff"]["titles"]) => async (): Promise<Metadata> => ({
  title: translatorFor(pageLanguage(await headers()), "staff")(`titles.${page}`),
});
