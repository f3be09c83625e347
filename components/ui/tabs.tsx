"use client";
import { useEffect, useRef } from "react";
import { Link } from "./link";

interface Tab {
  readonly href: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

/** The tabs of screens that belong together, with a name for screen readers. */
export function Tabs({ title, tabs }: { title: string; tabs: readonly Tab[] }) {
  const nav = useRef<HTMLElement>(null);
  // On a phone the tabs scroll sideways, so the current one is brought into view. Only they are scrolled: the page must
  // not move under a reader who has already begun to use it.
  useEffect(() => {
    const tab = nav.current?.querySelector("[aria-current]");
    if (!nav.current || !tab) return;
    const hidden = tab.getBoundingClientRect().right - nav.current.getBoundingClientRect().right;
    nav.current.scrollLeft += Math.max(0, hidden);
  }, []);
  return (
    <nav ref={nav} aria-label={title} className="mb-6 overflow-x-auto border-b border-line">
      <ul className="flex gap-1">
        {tabs.map(({ href, label, isCurrent }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isCurrent ? "page" : undefined}
              className="flex min-h-9 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink max-sm:min-h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
