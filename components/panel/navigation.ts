import {
  Banknote,
  Code,
  CreditCard,
  House,
  Link2,
  type LucideIcon,
  Percent,
  ShieldCheck,
  Store,
  Undo2,
  Users,
} from "lucide-react";
import type { ComponentType } from "react";
import type { PanelPermission } from "@/server/domain/people/access";
import { WaitingBadge } from "./refunds/waiting-badge";

export interface NavigationItem {
  readonly href: string;
  readonly permission: PanelPermission;
  readonly icon: LucideIcon;
  readonly tr: string;
  readonly en: string;
  /** A badge next to its name. */
  readonly badge?: ComponentType;
}

/**
 * The navigation of the panel, in the order of a working day. An item is shown only to roles that have its permission.
 */
export const navigationItems: readonly NavigationItem[] = [
  { href: "/panel", permission: "home.read", icon: House, tr: "Ana sayfa", en: "Home" },
  { href: "/panel/payments", permission: "payment.read", icon: CreditCard, tr: "Ödemeler", en: "Payments" },
  { href: "/panel/links", permission: "link.read", icon: Link2, tr: "Ödeme linkleri", en: "Payment links" },
  {
    href: "/panel/refunds",
    permission: "refund.decide",
    icon: Undo2,
    tr: "İade onayları",
    en: "Refund approvals",
    badge: WaitingBadge,
  },
  {
    href: "/panel/installments",
    permission: "installment.read",
    icon: Percent,
    tr: "Taksitler",
    en: "Installments",
  },
  { href: "/panel/payouts", permission: "payout.read", icon: Banknote, tr: "Hak edişler", en: "Payouts" },
  { href: "/panel/developers", permission: "key.read", icon: Code, tr: "Geliştirici", en: "Developers" },
  { href: "/panel/team", permission: "team.read", icon: Users, tr: "Ekip", en: "Team" },
  { href: "/panel/account", permission: "account.read", icon: Store, tr: "Hesap", en: "Account" },
  {
    href: "/panel/security",
    permission: "self.manage",
    icon: ShieldCheck,
    tr: "Güvenliğim",
    en: "My security",
  },
];

/** Finds the item that a path belongs to: the one with the longest matching path. */
export const findNavigationItem = (pathname: string): NavigationItem | undefined =>
  navigationItems
    .filter(({ href }) => pathname === href || (href !== "/panel" && pathname.startsWith(`${href}/`)))
    .sort((a, b) => b.href.length - a.href.length)[0];
