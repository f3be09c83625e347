import type { ReactNode } from "react";

interface FactProps {
  readonly label: ReactNode;
  /** Stands on one line, in figures of one width. */
  readonly isNumber?: boolean;
  readonly isTotal?: boolean;
  readonly children: ReactNode;
}

/** A row of a `dl.facts`. */
export const Fact = ({ label, isNumber, isTotal, children }: FactProps) => (
  <div className={isTotal ? "sum" : undefined}>
    <dt>{label}</dt>
    <dd className={isNumber ? "number" : undefined}>{children}</dd>
  </div>
);
