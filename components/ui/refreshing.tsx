import type { ReactNode } from "react";

/**
 * Content that is being fetched again. The old content stays in place and readable while the new one loads; a line
 * above it shows that it is loading.
 * @param isStale whether the children still show the previous data
 */
export function Refreshing({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <div
      className="rounded-control aria-busy:shadow-[0_-2px_0_var(--accent)] transition-shadow delay-150 motion-reduce:transition-none"
      aria-busy={isStale || undefined}
    >
      {children}
    </div>
  );
}
