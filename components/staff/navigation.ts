import { type LucideIcon, ShieldCheck, Store } from "lucide-react";
import type { StaffPermission } from "@/server/domain/people/access";

export interface StaffPlace {
  readonly href: string;
  /** What below it belongs to it. */
  readonly below: string;
  readonly permission: StaffPermission;
  readonly icon: LucideIcon;
  /** Of the back-office's words. */
  readonly word: "partners" | "security";
}

/** The places of the back-office; a new one is a line here. Who may not see one is not led there. */
export const staffPlaces: readonly StaffPlace[] = [
  { href: "/staff", below: "/staff/partners", permission: "partner.read", icon: Store, word: "partners" },
  {
    href: "/staff/security",
    below: "/staff/security",
    permission: "self.manage",
    icon: ShieldCheck,
    word: "security",
  },
];

export const staffPlaceOf = (pathname: string): StaffPlace | undefined =>
  staffPlaces.find(({ href, below }) => pathname === href || `${pathname}/`.startsWith(`${below}/`));
