"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { useMayAsStaff } from "../staff-shell";

const tabs = [
  "overview",
  "profile",
  "documents",
  "terminals",
  "people",
  "settings",
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
  const list = useRef<HTMLUListElement>(null);
  // On a phone the tabs scroll, so the current one is scrolled into view.
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, []);
  return (
    <nav aria-label={t("title")} className="mb-6 overflow-x-auto border-b border-line">
      <ul ref={list} className="flex gap-1">
        {tabs
          .filter((tab) => tab !== "audit" || mayReadAudit)
          .map((tab) => {
            const href = tab === "overview" ? root : `${root}/${tab}`;
            return (
              <li key={tab}>
                <Link
                  href={href}
                  aria-current={pathname === href ? "page" : undefined}
                  className="flex min-h-9 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink max-sm:min-h-11"
                >
                  {t(tab)}
                </Link>
              </li>
            );
          })}
      </ul>
    </nav>
  );
}
