import type { ReactNode } from "react";

/** What is being read anew: it stays where it is and as easy to read as it was, under a line that says so. */
export function BeingRead({ isOld, children }: { isOld: boolean; children: ReactNode }) {
  return (
    <div
      className="rounded-control aria-busy:shadow-[0_-2px_0_var(--accent)] transition-shadow delay-150 motion-reduce:transition-none"
      aria-busy={isOld || undefined}
    >
      {children}
    </div>
  );
}
