import type { ReactNode } from "react";
import type { StateTone } from "./state";

const edges: Readonly<Record<StateTone, string>> = {
  good: "border-l-good",
  warn: "border-l-warn",
  bad: "border-l-bad",
  info: "border-l-info",
  quiet: "border-l-ink-soft",
};

/** An information box. When `isUrgent` is true, screen readers announce it at once. */
export function Notice({
  tone,
  title,
  children,
  isUrgent = false,
}: {
  tone: StateTone;
  title?: ReactNode;
  children?: ReactNode;
  isUrgent?: boolean;
}) {
  return (
    <div
      role={isUrgent ? "alert" : undefined}
      className={`rounded-control border border-line border-l-4 bg-surface px-4 py-3 ${edges[tone]}`}
    >
      {title && <p className="font-medium">{title}</p>}
      {children && <div className={title ? "mt-1 text-ink-soft" : undefined}>{children}</div>}
    </div>
  );
}
