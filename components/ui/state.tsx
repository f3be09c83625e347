import type { ReactNode } from "react";

export type StateTone = "good" | "warn" | "bad" | "info" | "quiet";

const dots: Readonly<Record<StateTone, string>> = {
  good: "bg-good",
  warn: "bg-warn",
  bad: "bg-bad",
  info: "bg-info",
  quiet: "bg-ink-soft",
};

/** A state as a coloured dot and a word, because colour alone must never carry the meaning. */
export function State({ tone, children }: { tone: StateTone; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[tone]}`} />
      {children}
    </span>
  );
}
