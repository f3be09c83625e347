import type { ReactNode } from "react";
import { Shell } from "@/components/panel/shell";
import { panelSession } from "@/server/entry/panel/page";

/** Everything behind the sign-in. Each page, and each procedure, asks for itself as well. */
export default async function InsideLayout({ children }: { children: ReactNode }) {
  const { user, role, account } = await panelSession();
  return (
    <Shell user={user} role={role} accountName={account.name} accountStatus={account.status}>
      {children}
    </Shell>
  );
}
