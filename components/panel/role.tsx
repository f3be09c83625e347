"use client";
import { createContext, type ReactNode, useContext } from "react";
import { mayInPanel, type PanelPermission, type PanelStanding } from "@/server/domain/people/access";

export type AccountStatus = "active" | "suspended" | "closed";

interface Standing {
  readonly role: PanelStanding;
  readonly accountStatus: AccountStatus;
}

const StandingContext = createContext<Standing>({ role: "support", accountStatus: "closed" });

/** Provides the user's role and the account's status to every screen. */
export function RoleProvider({ role, accountStatus, children }: Standing & { children: ReactNode }) {
  return <StandingContext value={{ role, accountStatus }}>{children}</StandingContext>;
}

/** Returns whether to offer an action. This is only presentation: the server checks every permission itself. */
export function useMay(permission: PanelPermission): boolean {
  return mayInPanel(useContext(StandingContext).role, permission);
}

/** Returns which of several actions to offer. */
export function useMayEach(permissions: readonly PanelPermission[]): ReadonlySet<PanelPermission> {
  const { role } = useContext(StandingContext);
  return new Set(permissions.filter((permission) => mayInPanel(role, permission)));
}

/** Returns what the user is in the account. */
export const useStanding = (): PanelStanding => useContext(StandingContext).role;

/** Returns the account's status: screens offer nothing that moves money to a suspended or closed account. */
export const useAccountStatus = (): AccountStatus => useContext(StandingContext).accountStatus;
