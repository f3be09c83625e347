"use client";
import { createContext, type ReactNode, useContext } from "react";

/** Shows the door again who is there. */
type Confirm = (given: { password: string; code?: string }) => Promise<unknown>;

const ConfirmContext = createContext<Confirm>(() => Promise.reject(new Error("No door to confirm at")));

/** Around the pages of a door: how it is shown again who is there. */
export function ConfirmProvider({ confirm, children }: { confirm: Confirm; children: ReactNode }) {
  return <ConfirmContext value={confirm}>{children}</ConfirmContext>;
}

export const useConfirm = (): Confirm => useContext(ConfirmContext);
