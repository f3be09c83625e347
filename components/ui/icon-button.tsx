import type { ReactNode } from "react";

/** A button that shows only an icon and has an accessible name. While `isOff`, it does nothing but keeps the focus. */
export function IconButton({
  label,
  isOff = false,
  onClick,
  children,
}: {
  label: string;
  isOff?: boolean;
  onClick(): void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
      className="inline-flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-control border border-field-line bg-paper text-ink hover:bg-surface aria-disabled:cursor-default aria-disabled:opacity-50 max-sm:size-11"
    >
      {children}
    </button>
  );
}
