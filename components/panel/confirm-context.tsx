"use client";
import { createContext, type ReactNode, useContext } from "react";

/** Verifies the signed-in user again with the password and, if there is one, a second-factor code. */
type Confirm = (given: { password: string; code: string | null }) => Promise<unknown>;

const ConfirmContext = createContext<Confirm>(() => Promise.reject(new Error("ConfirmProvider is missing")));

/** Provides the confirm procedure of the panel or of the back-office to the pages below. */
export function ConfirmProvider({ confirm, children }: { confirm: Confirm; children: ReactNode }) {
  return <ConfirmContext value={confirm}>{children}</ConfirmContext>;
}

export const useConfirm = (): Confirm => useContext(ConfirmContext);
