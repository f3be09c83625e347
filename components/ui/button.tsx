import type { ComponentProps, ReactNode } from "react";
import { Link } from "./link";

type ButtonTone = "primary" | "plain" | "danger";

const shape =
  "inline-flex min-h-9 items-center justify-center gap-2 rounded-control border px-3 py-1.5 text-center font-medium " +
  "cursor-pointer max-sm:min-h-11 disabled:cursor-default disabled:opacity-60 aria-busy:cursor-progress";

const tones: Readonly<Record<ButtonTone, string>> = {
  primary: "border-transparent bg-accent text-accent-ink hover:opacity-90",
  plain: "border-field-line bg-paper text-ink hover:bg-surface",
  danger: "border-bad bg-paper text-bad hover:bg-surface",
};

interface SharedProps {
  readonly tone?: ButtonTone;
  readonly children: ReactNode;
}

/**
 * While `isBusy`, the button keeps the focus but does nothing, and assistive technology reports it as busy and
 * disabled.
 */
export function Button({
  tone = "plain",
  isBusy = false,
  className = "",
  type = "button",
  onClick,
  ...rest
}: SharedProps & { isBusy?: boolean } & ComponentProps<"button">) {
  return (
    <button
      {...rest}
      type={isBusy ? "button" : type}
      className={`${shape} ${tones[tone]} ${className}`}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}

export function ButtonLink({ tone = "plain", className = "", ...rest }: SharedProps & ComponentProps<typeof Link>) {
  return <Link {...rest} className={`${shape} ${tones[tone]} no-underline ${className}`} />;
}
