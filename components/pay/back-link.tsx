import { hostOf } from "./host-of";
import type { Words } from "./words";

interface BackLinkProps {
  /** The merchant's returnUrl. */
  readonly to: string;
  readonly words: Words;
  /** Classes of the style sheet; none: a plain link. */
  readonly looks?: string;
}

/** The way back to the shop. */
export const BackLink = ({ to, words, looks }: BackLinkProps) =>
  hostOf(to) === "" ? null : (
    <a href={to} rel="noreferrer" className={looks}>
      {words.back}
    </a>
  );
