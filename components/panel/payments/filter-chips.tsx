"use client";
import { X } from "lucide-react";
import { dateTimeText } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import type { PaymentQuery } from "@/server/domain/payments/payment-query";
import { ButtonLink } from "../../ui/button";
import { useLanguage, useWords } from "../../ui/language";
import { useStateWord } from "../words/state-badge";
import { listWords } from "./list-words";
import { useTerminalName } from "./payment-table";
import { paymentsPath } from "./use-payment-query";

/** The active filters as chips; each can be removed. */
export function FilterChips({
  query,
  onChange,
}: {
  query: PaymentQuery;
  onChange(changes: Partial<PaymentQuery>): void;
}) {
  const t = useWords(listWords);
  const chips = useChips(query);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul className="contents" aria-label={t.active}>
        {chips.map(({ key, text }) => (
          <li key={key} className="max-w-full">
            <button
              type="button"
              className="inline-flex min-h-9 max-w-full cursor-pointer items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 hover:border-field-line max-sm:min-h-11"
              aria-label={t.remove(text)}
              onClick={() => onChange({ [key]: null })}
            >
              <span className="truncate">{text}</span>
              <X aria-hidden="true" size={14} className="shrink-0 text-ink-soft" />
            </button>
          </li>
        ))}
      </ul>
      <ButtonLink href={paymentsPath}>{t.clear}</ButtonLink>
    </div>
  );
}

function useChips(query: PaymentQuery): { key: keyof PaymentQuery; text: string }[] {
  const t = useWords(listWords);
  const language = useLanguage();
  const stateWord = useStateWord();
  const terminalName = useTerminalName();
  const { search, status, refunded, source, terminalId, fromDay, toDay } = query;
  const amount = (kurus: bigint | null) => kurus !== null && displayAmount(kurus, language);
  const day = (text: string | null) => text !== null && dateTimeText(new Date(`${text}T12:00:00Z`), language, "day");
  const [from, to] = [amount(query.amountFromKurus), amount(query.amountToKurus)];
  const [first, last] = [day(fromDay), day(toDay)];
  const texts: Record<keyof PaymentQuery, string | false | null> = {
    search: search && t.searched(search),
    status: status && `${t.status}: ${stateWord("payment", status)}`,
    refunded: refunded && `${t.refunded}: ${stateWord("refunded", refunded)}`,
    source: source && `${t.source}: ${stateWord("source", source)}`,
    terminalId: terminalId && `${t.terminal}: ${terminalName(terminalId)}`,
    amountFromKurus: from && t.atLeast(from),
    amountToKurus: to && t.atMost(to),
    fromDay: first && t.since(first),
    toDay: last && t.until(last),
  };
  return (Object.keys(texts) as (keyof PaymentQuery)[]).flatMap((key) => {
    const text = texts[key];
    return text ? [{ key, text }] : [];
  });
}
