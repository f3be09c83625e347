"use client";
import { useTranslations } from "use-intl/react";
import type { CalendarKind } from "@/server/domain/payouts/payout-calendar";
import { Amount } from "../../ui/amount";
import { Link } from "../../ui/link";
import { State, type StateTone } from "../../ui/state";
import type { PanelOutputs } from "../outputs";

export type CalendarDay = PanelOutputs["payout"]["calendar"]["days"][number];
type Entry = CalendarDay["entries"][number];

const tones: Readonly<Record<CalendarKind, StateTone>> = {
  expected: "quiet",
  late: "warn",
  in_payout: "info",
  paid: "good",
  failed: "bad",
  carried: "quiet",
};

/** Where an entry leads: to its payout, to the settlements of its due day, or nowhere, once it was carried over. */
function hrefOf({ payoutId, dueDay }: Entry): string | null {
  if (payoutId !== null) return `/panel/payouts/${payoutId}`;
  return dueDay === null ? null : `/panel/payouts/due/${dueDay}`;
}

/** The money of one day: each sum with its state in words and, where it waits, the reason. */
export function CalendarEntries({ entries }: Pick<CalendarDay, "entries">) {
  return (
    <ul className="flex flex-col gap-1">
      {entries.map((entry) => (
        <li key={`${entry.kind}-${entry.payoutId ?? entry.dueDay}-${entry.reason}`}>
          <EntryLine entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function EntryLine({ entry }: { entry: Entry }) {
  const t = useTranslations("panel.payoutCalendar");
  const reasons = useTranslations("panel.settlementPlace.reasons");
  const { kind, amountKurus, reason } = entry;
  const href = hrefOf(entry);
  const content = (
    <>
      <span className="block font-semibold tracking-tight">
        <Amount kurus={amountKurus} />
      </span>
      <State tone={tones[kind]}>{t(`kinds.${kind}`)}</State>
      {reason && showsReason(entry) && <span className="block text-xs text-ink-soft">{reasons(reason)}</span>}
    </>
  );
  if (href === null) return <div className="px-1.5 py-1">{content}</div>;
  return (
    <Link href={href} className="block rounded-control px-1.5 py-1 text-ink no-underline hover:bg-surface">
      {content}
    </Link>
  );
}

/** A payout that is on its way says enough by its state; everything that waits says for what. */
const showsReason = ({ kind, reason }: Entry): boolean =>
  kind === "late" || reason === "approval" || reason === "bank_day";
