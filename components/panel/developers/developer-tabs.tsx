"use client";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { Tabs } from "../../ui/tabs";

const tabs = [
  { key: "keys", href: "/panel/developers" },
  { key: "webhooks", href: "/panel/developers/webhooks" },
  { key: "signature", href: "/panel/developers/signature" },
  { key: "requests", href: "/panel/developers/requests" },
] as const;

/** The tabs of the developer screens. */
export function DeveloperTabs() {
  const t = useTranslations("panel.developerTabs");
  const pathname = usePathname();
  const isAt = (href: string): boolean =>
    pathname === href || (href !== "/panel/developers" && pathname.startsWith(`${href}/`));
  return (
    <Tabs
      title={t("title")}
      tabs={tabs.map(({ key, href }) => ({ href, label: t(`tabs.${key}`), isCurrent: isAt(href) }))}
    />
  );
}
