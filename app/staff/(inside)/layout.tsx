import type { ReactNode } from "react";
import { StaffShell } from "@/components/staff/staff-shell";
import { staffEnvironment, staffSession } from "@/server/entry/staff/page";

/** The layout of all pages behind the sign-in. Each page and each procedure checks the session itself as well. */
export default async function InsideLayout({ children }: { children: ReactNode }) {
  const { user, role, duty } = await staffSession();
  const environment = await staffEnvironment();
  return <StaffShell {...{ user, role, duty, environment }}>{children}</StaffShell>;
}
