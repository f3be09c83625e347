import type { ComponentProps } from "react";
import { Link } from "../link";
import { MiddleText } from "./middle-text";

const linkClass =
  "inline-flex max-w-full min-h-6 items-center align-middle text-accent underline-offset-2 hover:underline";

/** The main link of a row: a click anywhere in the row opens it. */
export const RowLink = ({ className = "", ...link }: ComponentProps<typeof Link>) => (
  <Link {...link} data-opens className={`${linkClass} ${className}`} />
);

interface CodeLinkProps {
  readonly code: string;
  readonly href: string;
  /** Whether it is the main link of its row. */
  readonly opensRow?: boolean;
  readonly className?: string;
}

/** A link whose text is a code. Where the code does not fit, its end stays visible. */
export const CodeLink = ({ code, href, opensRow = false, className = "" }: CodeLinkProps) => (
  <Link
    href={href}
    title={code}
    aria-label={code}
    {...(opensRow && { "data-opens": true })}
    className={`${linkClass} ${className}`}
  >
    <MiddleText text={code} />
  </Link>
);
