"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";

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
  const list = useRef<HTMLUListElement>(null);
  // On a phone the tabs scroll, so the current one is scrolled into view.
  useEffect(() => {
    const tab = list.current?.querySelector("[aria-current]");
    tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, []);
  return (
    <nav aria-label={t("title")} className="mb-6 overflow-x-auto border-b border-line">
      <ul ref={list} className="flex gap-1">
        {tabs.map(({ key, href }) => (
          <li key={key}>
            <Link
              href={href}
              aria-current={isAt(href) ? "page" : undefined}
              className="flex min-h-9 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink max-sm:min-h-11"
            >
              {t(`tabs.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
