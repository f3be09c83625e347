"use client";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { Tabs } from "../../ui/tabs";
import { useMayAsStaff } from "../staff-shell";

const tabs = [
  "overview",
  "profile",
  "documents",
  "terminals",
  "people",
  "settings",
  "statement",
  "webhooks",
  "notes",
  "audit",
] as const;

/** The tabs of one merchant's screens. */
export function PartnerTabs({ partnerId }: { partnerId: string }) {
  const t = useTranslations("staff.merchant.tabs");
  const pathname = usePathname();
  const mayReadAudit = useMayAsStaff("audit.read");
  const root = `/staff/partners/${partnerId}`;
  const shown = tabs.filter((tab) => tab !== "audit" || mayReadAudit);
  return (
    <Tabs
      title={t("title")}
      tabs={shown.map((tab) => {
        const href = tab === "overview" ? root : `${root}/${tab}`;
        return { href, label: t(tab), isCurrent: pathname === href };
      })}
    />
  );
}
