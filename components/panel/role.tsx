"use client";
import { createContext, type ReactNode, useContext } from "react";
import { mayInPanel, type PanelPermission, type PanelRole } from "@/server/domain/access";

const RoleContext = createContext<PanelRole>("support");

export function RoleProvider({ role, children }: { role: PanelRole; children: ReactNode }) {
  return <RoleContext value={role}>{children}</RoleContext>;
}

/** Whether to offer something. The server decides by itself, whatever was offered. */
export function useMay(permission: PanelPermission): boolean {
  return mayInPanel(useContext(RoleContext), permission);
}
