import type { ComponentProps } from "react";
import { Link } from "./link";

const tall = "inline-flex min-h-7 items-center hover:underline max-sm:min-h-11";

/**
 * A link in a table row or under a heading. With `isInText` it is underlined, so that it differs from the words around
 * it.
 */
export function TextLink({
  isInText = false,
  className = "",
  ...link
}: ComponentProps<typeof Link> & { readonly isInText?: boolean }) {
  return (
    <Link
      {...link}
      className={`text-accent underline-offset-2 ${isInText ? "underline" : tall} ${className}`.trimEnd()}
    />
  );
}
