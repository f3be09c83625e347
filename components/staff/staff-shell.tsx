"use client";
import { type LucideIcon, ShieldCheck, Store } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useId } from "react";
import { useTranslations } from "use-intl/react";
import type { Catalogues } from "@/messages/catalogues";
import { mayAsStaff, type StaffPermission, type StaffRole } from "@/server/domain/people/access";
import { type Environment, EnvironmentBadge } from "../panel/environment-badge";
import { SignOutButton } from "../panel/sign-in/sign-out-button";
import { LanguageSwitch } from "../ui/language-switch";

interface StaffNavigationItem {
  readonly href: string;
  /** The path prefix of the screens that belong to this item. */
  readonly below: string;
  readonly permission: StaffPermission;
  readonly icon: LucideIcon;
  readonly name: keyof Catalogues["staff"]["items"];
}

/** The navigation of the back-office. An item is shown only to staff who have its permission. */
const staffNavigationItems: readonly StaffNavigationItem[] = [
  { href: "/staff", below: "/staff/partners", permission: "partner.read", icon: Store, name: "partners" },
  {
    href: "/staff/security",
    below: "/staff/security",
    permission: "self.manage",
    icon: ShieldCheck,
    name: "security",
  },
];

const findStaffNavigationItem = (pathname: string): StaffNavigationItem | undefined =>
  staffNavigationItems.find(({ href, below }) => pathname === href || `${pathname}/`.startsWith(`${below}/`));

interface ShellProps {
  readonly user: { readonly email: string; readonly name: string };
  readonly role: StaffRole;
  /** Without a second factor, staff can open only the security screen. */
  readonly mustSetUpSecondFactor: boolean;
  readonly environment: Environment;
  readonly children: ReactNode;
}

const RoleContext = createContext<StaffRole>("support");

/** Returns whether to offer an action. This is only presentation: the server checks every permission itself. */
export const useMayAsStaff = (permission: StaffPermission): boolean => mayAsStaff(useContext(RoleContext), permission);

/** The layout of every back-office screen: the navigation at the top, the user, and the role for the screens below. */
export function StaffShell({ user, role, mustSetUpSecondFactor, environment, children }: ShellProps) {
  const t = useTranslations("staff");
  const contentId = useId();
  const current = findStaffNavigationItem(usePathname());
  const places = staffNavigationItems.filter(
    ({ permission }) => mayAsStaff(role, permission) && (permission === "self.manage" || !mustSetUpSecondFactor),
  );
  return (
    <RoleContext value={role}>
      <a
        href={`#${contentId}`}
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-paper focus:p-3"
      >
        {t("skip")}
      </a>
      <header className="border-b-2 border-ink">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2 sm:px-6 lg:px-8">
          <Link href="/staff" className="flex min-h-11 items-center gap-1 font-semibold">
            Vezne <span className="font-normal text-ink-soft">{t("office")}</span>
          </Link>
          <EnvironmentBadge environment={environment} />
          <nav aria-label={t("navigation")}>
            <ul className="flex flex-wrap gap-1">
              {places.map((place) => (
                <li key={place.href}>
                  <Link
                    href={place.href}
                    aria-current={place === current ? "page" : undefined}
                    className="flex min-h-9 items-center gap-2 rounded-control px-3 hover:bg-surface aria-[current=page]:bg-surface aria-[current=page]:font-medium max-sm:min-h-11"
                  >
                    <place.icon aria-hidden="true" size={16} className="text-ink-soft" />
                    {t(`items.${place.name}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="ml-auto flex flex-wrap items-center gap-2">
            <p className="text-ink-soft">
              {user.name || user.email} · {t(`roles.${role}`)}
            </p>
            <SignOutButton door="staff" />
            <LanguageSwitch />
          </div>
        </div>
      </header>
      <main id={contentId} tabIndex={-1} className="mx-auto w-full max-w-6xl min-w-0 p-4 outline-none sm:p-6 lg:p-8">
        {children}
      </main>
    </RoleContext>
  );
}
