import type { ReactNode } from "react";

interface FactProps {
  readonly label: ReactNode;
  /** True for a value that stays on one line, in digits of equal width. */
  readonly isNumber?: boolean;
  readonly isTotal?: boolean;
  /** True for a long text, which is shown below its label. */
  readonly isText?: boolean;
  readonly children: ReactNode;
}

/** Renders a row of a `dl.facts`. */
export const Fact = ({ label, isNumber, isTotal, isText, children }: FactProps) => (
  <div className={isTotal ? "sum" : isText ? "text" : undefined}>
    <dt>{label}</dt>
    <dd className={isNumber ? "number" : undefined}>{children}</dd>
  </div>
);
