"use client";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { Tabs } from "../../ui/tabs";

/** The two screens of the statement: its movements and its months. */
export function StatementTabs() {
  const t = useTranslations("panel.statement");
  const pathname = usePathname();
  return (
    <Tabs
      title={t("title")}
      tabs={[
        { href: "/panel/statement", label: t("lines"), isCurrent: pathname === "/panel/statement" },
        { href: "/panel/statement/months", label: t("months"), isCurrent: pathname === "/panel/statement/months" },
      ]}
    />
  );
}
