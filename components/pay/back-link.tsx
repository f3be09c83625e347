import { readHost } from "./read-host";
import type { Words } from "./words";

interface BackLinkProps {
  /** The merchant's returnUrl. */
  readonly to: string;
  readonly words: Words;
  /** The CSS classes; without them the link looks like plain text. */
  readonly looks?: string;
}

/** Links back to the shop. Renders nothing when the address is not a web address. */
export const BackLink = ({ to, words, looks }: BackLinkProps) =>
  readHost(to) === "" ? null : (
    <a href={to} rel="noreferrer" className={looks}>
      {words.back}
    </a>
  );
