import type { ReactNode } from "react";

interface FactProps {
  readonly label: ReactNode;
  /** Stands on one line, in figures of one width. */
  readonly isNumber?: boolean;
  readonly isTotal?: boolean;
  /** May be long: stands below its label. */
  readonly isText?: boolean;
  readonly children: ReactNode;
}

/** A row of a `dl.facts`. */
export const Fact = ({ label, isNumber, isTotal, isText, children }: FactProps) => (
  <div className={isTotal ? "sum" : isText ? "text" : undefined}>
    <dt>{label}</dt>
    <dd className={isNumber ? "number" : undefined}>{children}</dd>
  </div>
);
