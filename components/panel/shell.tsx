"use client";
import {
  Banknote,
  Code,
  CreditCard,
  House,
  Link2,
  type LucideIcon,
  Menu,
  Percent,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Store,
  Undo2,
  Users,
  X,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { type ComponentType, type ReactNode, useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Catalogues } from "@/messages/catalogues";
import { isOpenBefore, mayInPanel, type PanelPermission, type PanelStanding } from "@/server/domain/people/access";
import type { Duty } from "@/server/domain/people/duties";
import { LanguageSwitch } from "../ui/language-switch";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";
import { type Environment, EnvironmentBadge } from "./environment-badge";
import { WaitingBadge } from "./refunds/waiting-badge";
import { type AccountStatus, RoleProvider } from "./role";
import { SignOutButton } from "./sign-in/sign-out-button";
import { type ShownViewing, ViewingBanner } from "./viewing-banner";

interface NavigationItem {
  readonly name: keyof Catalogues["panel"]["shell"]["items"];
  readonly href: string;
  readonly permission: PanelPermission;
  readonly icon: LucideIcon;
  /** A badge next to its name. */
  readonly badge?: ComponentType;
}

/**
 * The navigation of the panel, in the order of a working day. An item is shown only to roles that have its permission.
 */
const navigationItems: readonly NavigationItem[] = [
  { name: "home", href: "/panel", permission: "home.read", icon: House },
  { name: "payments", href: "/panel/payments", permission: "payment.read", icon: CreditCard },
  { name: "links", href: "/panel/links", permission: "link.read", icon: Link2 },
  { name: "refunds", href: "/panel/refunds", permission: "refund.read", icon: Undo2, badge: WaitingBadge },
  { name: "installments", href: "/panel/installments", permission: "installment.read", icon: Percent },
  { name: "payouts", href: "/panel/payouts", permission: "payout.read", icon: Banknote },
  { name: "statement", href: "/panel/statement", permission: "payout.read", icon: ScrollText },
  { name: "chargebacks", href: "/panel/chargebacks", permission: "chargeback.read", icon: ShieldAlert },
  { name: "developers", href: "/panel/developers", permission: "key.read", icon: Code },
  { name: "team", href: "/panel/team", permission: "team.read", icon: Users },
  { name: "account", href: "/panel/account", permission: "account.read", icon: Store },
  { name: "security", href: "/panel/security", permission: "self.manage", icon: ShieldCheck },
];

/** Finds the item that a path belongs to: the one with the longest matching path. */
const findNavigationItem = (pathname: string): NavigationItem | undefined =>
  navigationItems
    .filter(({ href }) => pathname === href || (href !== "/panel" && pathname.startsWith(`${href}/`)))
    .sort((a, b) => b.href.length - a.href.length)[0];

interface ShellProps {
  readonly user: { readonly email: string; readonly name: string };
  readonly role: PanelStanding;
  /** With a duty, the user can open only the security screen. */
  readonly duty: Duty | null;
  /** Set while a member of staff views the account. */
  readonly viewing: ShownViewing | null;
  readonly accountName: string;
  readonly accountStatus: AccountStatus;
  readonly environment: Environment;
  readonly children: ReactNode;
}

/** The layout of every panel screen: the navigation, the account and the user. */
export function Shell({ user, role, duty, viewing, accountName, accountStatus, environment, children }: ShellProps) {
  const t = useTranslations("panel.shell");
  const [menuId, contentId] = [useId(), useId()];
  const pathname = usePathname();
  // The path on which the menu was opened: a navigation changes the path and so closes the menu.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  return (
    <RoleProvider role={role} accountStatus={accountStatus}>
      <a
        href={`#${contentId}`}
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-paper focus:p-3"
      >
        {t("skip")}
      </a>
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
        <header className="border-b border-line lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r lg:border-b-0">
          <div className="flex items-center justify-between gap-3 px-4 py-3">
            <Link href="/panel" className="min-h-11 min-w-0">
              <span className="block font-semibold">Vezne</span>
              <span className="block truncate text-ink-soft">{accountName}</span>
            </Link>
            <button
              type="button"
              className="inline-flex size-11 items-center justify-center rounded-control border border-field-line lg:hidden"
              aria-expanded={isOpen}
              aria-controls={menuId}
              onClick={() => setOpenAt(isOpen ? null : pathname)}
            >
              {isOpen ? <X aria-hidden="true" size={20} /> : <Menu aria-hidden="true" size={20} />}
              <span className="sr-only">{isOpen ? t("close") : t("menu")}</span>
            </button>
          </div>
          <div className="px-4 pb-3 empty:hidden">
            <EnvironmentBadge environment={environment} isStill={duty !== null} />
          </div>
          <div id={menuId} className={`${isOpen ? "flex" : "max-lg:hidden lg:flex"} flex-1 flex-col gap-4 px-2 pb-4`}>
            <Navigation role={role} duty={duty} />
            <div className="mt-auto flex flex-col gap-2 px-2">
              <p className="truncate text-ink-soft" title={user.email}>
                {user.name || user.email}
              </p>
              <div className="flex flex-wrap gap-2">
                {viewing === null && <SignOutButton door="panel" />}
                <LanguageSwitch />
              </div>
            </div>
          </div>
        </header>
        <div className="min-w-0">
          {viewing && <ViewingBanner viewing={viewing} />}
          <main id={contentId} tabIndex={-1} className="mx-auto w-full max-w-6xl p-4 outline-none sm:p-6 lg:p-8">
            {accountStatus !== "active" && (
              <div className="mb-6">
                <Notice tone="warn">{t(`statuses.${accountStatus}`)}</Notice>
              </div>
            )}
            {children}
          </main>
        </div>
      </div>
    </RoleProvider>
  );
}

function Navigation({ role, duty }: Pick<ShellProps, "role" | "duty">) {
  const t = useTranslations("panel.shell");
  const current = findNavigationItem(usePathname());
  return (
    <nav aria-label={t("navigation")}>
      <ul className="flex flex-col gap-0.5">
        {navigationItems
          .filter(({ permission }) => mayInPanel(role, permission) && isOpenBefore(duty, permission))
          .map((place) => (
            <li key={place.href}>
              <Link
                href={place.href}
                aria-current={place === current ? "page" : undefined}
                className="flex min-h-9 items-center gap-3 rounded-control px-2 hover:bg-surface aria-[current=page]:bg-surface aria-[current=page]:font-medium max-lg:min-h-11"
              >
                <place.icon aria-hidden="true" size={16} className="text-ink-soft" />
                {t(`items.${place.name}`)}
                {place.badge && <place.badge />}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
