import type { ReactNode } from "react";
import { AppEndNotice } from "@/components/panel/app-end-notice";
import { Shell } from "@/components/panel/shell";
import { panelEnvironment, panelSession } from "@/server/entry/panel/page";

/** The layout of all pages behind the sign-in. Each page and each procedure checks the session itself as well. */
export default async function InsideLayout({ children }: { children: ReactNode }) {
  const { user, role, account, viewing, duty, appEndsAt } = await panelSession();
  return (
    <Shell
      user={user}
      role={role}
      duty={duty}
      viewing={viewing && { ...viewing, email: user.email, partnerId: account.partnerId, accountName: account.name }}
      accountName={account.name}
      accountStatus={account.status}
      environment={await panelEnvironment()}
    >
      {appEndsAt && !duty && <AppEndNotice door="panel" at={appEndsAt} />}
      {children}
    </Shell>
  );
}
