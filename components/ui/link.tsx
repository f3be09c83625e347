"use client";
import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

type LinkProps = Omit<ComponentProps<typeof NextLink>, "prefetch" | "onPointerEnter" | "onFocus">;

/**
 * The framework's link, which loads its page in advance only when a pointer or the focus comes to it. The framework
 * alone would ask for the page of every link in view, which for a list is two requests per row.
 */
export function Link(link: LinkProps) {
  const [isMeant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return <NextLink {...link} prefetch={isMeant ? null : false} onPointerEnter={mean} onFocus={mean} />;
}
