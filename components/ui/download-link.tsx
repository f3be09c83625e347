import { Download } from "lucide-react";
import type { ReactNode } from "react";

/** A link to a file that the server generates. It is a plain anchor, because a page link would be prefetched. */
export function DownloadLink({ href, label, children }: { href: string; label?: string; children: ReactNode }) {
  return (
    <a
      href={href}
      download
      aria-label={label}
      className="inline-flex min-h-9 items-center justify-center gap-2 rounded-control border border-field-line bg-paper px-3 py-1.5 font-medium text-ink no-underline hover:bg-surface max-sm:min-h-11"
    >
      <Download aria-hidden="true" size={16} />
      {children}
    </a>
  );
}
