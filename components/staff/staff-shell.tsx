"use client";
import {
  Activity,
  Banknote,
  BellRing,
  CircleHelp,
  CreditCard,
  FileLock,
  Landmark,
  type LucideIcon,
  Menu,
  Scale,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Signature,
  Stamp,
  Store,
  Table2,
  Users,
  Webhook,
  X,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Catalogues } from "@/messages/catalogues";
import { isOpenBefore, mayAsStaff, type StaffPermission, type StaffRole } from "@/server/domain/people/access";
import type { Duty } from "@/server/domain/people/duties";
import { type Environment, EnvironmentBadge } from "../panel/environment-badge";
import { SignOutButton } from "../panel/sign-in/sign-out-button";
import { LanguageSwitch } from "../ui/language-switch";
import { Link } from "../ui/link";
import { OpenAlerts } from "./alerts/open-alerts";

interface StaffNavigationItem {
  readonly href: string;
  /** The path prefix of the screens that belong to this item. */
  readonly below: string;
  readonly permission: StaffPermission;
  readonly icon: LucideIcon;
  readonly name: keyof Catalogues["staff"]["items"];
  /** What waits there, beside the name. */
  readonly badge?: ReactNode;
}

/**
 * The navigation of the back-office in groups: merchants (merchants, terminals), daily work (payments, payouts,
 * chargebacks, bank reconciliation, open questions, approvals, alerts, webhooks, banks), what all merchants share (BIN
 * table, payment pages), and people (people, audit log, own security). Items stand in this order. An item is shown
 * only to staff who have its permission.
 */
const staffNavigation: readonly (readonly StaffNavigationItem[])[] = [
  [
    { href: "/staff", below: "/staff/partners", permission: "partner.read", icon: Store, name: "partners" },
    {
      href: "/staff/terminals",
      below: "/staff/terminals",
      permission: "terminal.read",
      icon: Landmark,
      name: "terminals",
    },
    {
      href: "/staff/brand-requests",
      below: "/staff/brand-requests",
      permission: "partner.read",
      icon: Signature,
      name: "brandRequests",
    },
  ],
  [
    {
      href: "/staff/payments",
      below: "/staff/payments",
      permission: "payment.read",
      icon: CreditCard,
      name: "payments",
    },
    { href: "/staff/payouts", below: "/staff/payouts", permission: "payout.read", icon: Banknote, name: "payouts" },
    {
      href: "/staff/chargebacks",
      below: "/staff/chargebacks",
      permission: "chargeback.read",
      icon: ShieldAlert,
      name: "chargebacks",
    },
    {
      href: "/staff/bank-days",
      below: "/staff/bank-days",
      permission: "bank_day.read",
      icon: Scale,
      name: "bankDays",
    },
    { href: "/staff/open", below: "/staff/open", permission: "payment.read", icon: CircleHelp, name: "open" },
    {
      href: "/staff/approvals",
      below: "/staff/approvals",
      permission: "change.read",
      icon: Stamp,
      name: "approvals",
    },
    {
      href: "/staff/alerts",
      below: "/staff/alerts",
      permission: "payment.read",
      icon: BellRing,
      name: "alerts",
      badge: <OpenAlerts />,
    },
    { href: "/staff/webhooks", below: "/staff/webhooks", permission: "webhook.read", icon: Webhook, name: "webhooks" },
    { href: "/staff/banks", below: "/staff/banks", permission: "bank.read", icon: Activity, name: "banks" },
  ],
  [
    { href: "/staff/bins", below: "/staff/bins", permission: "bin.read", icon: Table2, name: "bins" },
    { href: "/staff/pages", below: "/staff/pages", permission: "page.read", icon: FileLock, name: "pages" },
  ],
  [
    { href: "/staff/people", below: "/staff/people", permission: "people.read", icon: Users, name: "people" },
    { href: "/staff/audit", below: "/staff/audit", permission: "audit.read", icon: ScrollText, name: "audit" },
    {
      href: "/staff/security",
      below: "/staff/security",
      permission: "self.manage",
      icon: ShieldCheck,
      name: "security",
    },
  ],
];

const isCurrent = ({ href, below }: StaffNavigationItem, pathname: string): boolean =>
  pathname === href || `${pathname}/`.startsWith(`${below}/`);

interface ShellProps {
  readonly user: { readonly email: string; readonly name: string };
  readonly role: StaffRole;
  /** With a duty, staff can open only the security screen. */
  readonly duty: Duty | null;
  readonly environment: Environment;
  readonly children: ReactNode;
}

const RoleContext = createContext<StaffRole>("support");

/** Returns whether to offer an action. This is only presentation: the server checks every permission itself. */
export const useMayAsStaff = (permission: StaffPermission): boolean => mayAsStaff(useContext(RoleContext), permission);

/** The layout of every back-office screen: the navigation, the user, and the role for the screens below. */
export function StaffShell({ user, role, duty, environment, children }: ShellProps) {
  const t = useTranslations("staff");
  const [menuId, contentId] = [useId(), useId()];
  const pathname = usePathname();
  // The path on which the menu was opened: a navigation changes the path and so closes the menu.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  return (
    <RoleContext value={role}>
      <a
        href={`#${contentId}`}
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-paper focus:p-3"
      >
        {t("skip")}
      </a>
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
        <header className="border-b-2 border-ink lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto lg:border-r-2 lg:border-b-0">
          <div className="flex items-center justify-between gap-3 px-4 py-3">
            <Link href="/staff" className="flex min-h-11 items-center gap-1 font-semibold">
              Vezne <span className="font-normal text-ink-soft">{t("office")}</span>
            </Link>
            <button
              type="button"
              className="inline-flex size-11 items-center justify-center rounded-control border border-field-line lg:hidden"
              aria-expanded={isOpen}
              aria-controls={menuId}
              onClick={() => setOpenAt(isOpen ? null : pathname)}
            >
              {isOpen ? <X aria-hidden="true" size={20} /> : <Menu aria-hidden="true" size={20} />}
              <span className="sr-only">{isOpen ? t("closeMenu") : t("openMenu")}</span>
            </button>
          </div>
          <div className="px-4 pb-3 empty:hidden">
            <EnvironmentBadge environment={environment} />
          </div>
          <div id={menuId} className={`${isOpen ? "flex" : "max-lg:hidden lg:flex"} flex-1 flex-col gap-4 px-2 pb-4`}>
            <Navigation role={role} duty={duty} />
            <div className="mt-auto flex flex-col gap-2 px-2">
              <p className="text-ink-soft wrap-anywhere" title={user.email}>
                {user.name || user.email} · {t(`roles.${role}`)}
              </p>
              <div className="flex flex-wrap gap-2">
                <SignOutButton door="staff" />
                <LanguageSwitch />
              </div>
            </div>
          </div>
        </header>
        <main id={contentId} tabIndex={-1} className="mx-auto w-full max-w-6xl min-w-0 p-4 outline-none sm:p-6 lg:p-8">
          {children}
        </main>
      </div>
    </RoleContext>
  );
}

function Navigation({ role, duty }: Pick<ShellProps, "role" | "duty">) {
  const t = useTranslations("staff");
  const pathname = usePathname();
  const groups = staffNavigation
    .map((group) => group.filter(({ permission }) => mayAsStaff(role, permission) && isOpenBefore(duty, permission)))
    .filter((group) => group.length > 0);
  return (
    <nav aria-label={t("navigation")} className="flex flex-col gap-2 divide-y divide-line">
      {groups.map((group) => (
        <ul key={group[0]?.href} className="flex flex-col gap-0.5 not-last:pb-2">
          {group.map((place) => (
            <li key={place.href}>
              <Link
                href={place.href}
                aria-current={isCurrent(place, pathname) ? "page" : undefined}
                className="flex min-h-9 items-center gap-3 rounded-control px-2 hover:bg-surface aria-[current=page]:bg-surface aria-[current=page]:font-medium max-lg:min-h-11"
              >
                <place.icon aria-hidden="true" size={16} className="text-ink-soft" />
                {t(`items.${place.name}`)}
                {place.badge}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
