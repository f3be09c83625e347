"use client";
import { createContext, type ReactNode, useContext } from "react";
import { mayInPanel, type PanelPermission, type PanelRole } from "@/server/domain/people/access";

export type AccountStatus = "active" | "suspended" | "closed";

interface Standing {
  readonly role: PanelRole;
  readonly accountStatus: AccountStatus;
}

const StandingContext = createContext<Standing>({ role: "support", accountStatus: "closed" });

/** Around every screen: as whom one looks at it, and how the account stands. */
export function RoleProvider({ role, accountStatus, children }: Standing & { children: ReactNode }) {
  return <StandingContext value={{ role, accountStatus }}>{children}</StandingContext>;
}

/** Whether to offer something. The server decides by itself, whatever was offered. */
export function useMay(permission: PanelPermission): boolean {
  return mayInPanel(useContext(StandingContext).role, permission);
}

/** How the account stands: a suspended or closed one is offered nothing that moves money. */
export const useAccountStatus = (): AccountStatus => useContext(StandingContext).accountStatus;
