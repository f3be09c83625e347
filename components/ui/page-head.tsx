import type { ReactNode } from "react";
import { Link } from "./link";

/** The title of a screen with its actions. `back` is the link from a detail screen to its list. */
export function PageHead({
  title,
  back,
  children,
  actions,
}: {
  title: ReactNode;
  back?: { href: string; label: string };
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {back && (
          <Link
            href={back.href}
            className="flex w-fit items-center gap-1 text-ink-soft hover:underline max-sm:min-h-11"
          >
            <span aria-hidden="true">←</span> {back.label}
          </Link>
        )}
        <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
        {children && <div className="mt-1 text-ink-soft">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
