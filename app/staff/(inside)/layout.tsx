import type { ReactNode } from "react";
import { AppEndNotice } from "@/components/panel/app-end-notice";
import { StaffShell } from "@/components/staff/staff-shell";
import { staffEnvironment, staffSession } from "@/server/entry/staff/page";

/** The layout of all pages behind the sign-in. Each page and each procedure checks the session itself as well. */
export default async function InsideLayout({ children }: { children: ReactNode }) {
  const { user, role, duty, appEndsAt } = await staffSession();
  const environment = await staffEnvironment();
  return (
    <StaffShell {...{ user, role, duty, environment }}>
      {appEndsAt && !duty && <AppEndNotice door="staff" at={appEndsAt} />}
      {children}
    </StaffShell>
  );
}
