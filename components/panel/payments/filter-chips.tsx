"use client";
import { X } from "lucide-react";
import { displayAmount } from "@/server/domain/money";
import type { PaymentQuery } from "@/server/domain/payments/payment-address";
import { ButtonLink } from "../../ui/button";
import { useLanguage, useWords } from "../../ui/language";
import { momentText } from "../../ui/moment";
import { useStateWord } from "../words/state-of";
import { listWords } from "./list-words";
import { useTerminalName } from "./payment-table";
import { paymentsPlace } from "./use-payment-query";

/** The filters in use: each says itself and goes away by itself. */
export function FilterChips({
  query,
  onChange,
}: {
  query: PaymentQuery;
  onChange(changes: Partial<PaymentQuery>): void;
}) {
  const said = useWords(listWords);
  const chips = useChips(query);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul className="contents" aria-label={said.active}>
        {chips.map(({ key, text }) => (
          <li key={key} className="max-w-full">
            <button
              type="button"
              className="inline-flex min-h-9 max-w-full cursor-pointer items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 hover:border-field-line max-sm:min-h-11"
              aria-label={said.remove(text)}
              onClick={() => onChange({ [key]: null })}
            >
              <span className="truncate">{text}</span>
              <X aria-hidden="true" size={14} className="shrink-0 text-ink-soft" />
            </button>
          </li>
        ))}
      </ul>
      <ButtonLink href={paymentsPlace}>{said.clear}</ButtonLink>
    </div>
  );
}

function useChips(query: PaymentQuery): { key: keyof PaymentQuery; text: string }[] {
  const said = useWords(listWords);
  const language = useLanguage();
  const wordOf = useStateWord();
  const terminalName = useTerminalName();
  const { search, status, refunded, source, terminalId, fromDay, toDay } = query;
  const amount = (kurus: bigint | null) => kurus !== null && displayAmount(kurus, language);
  const day = (text: string | null) =>
    text !== null && momentText(new Date(`${text}T12:00:00Z`), language, "day");
  const [from, to] = [amount(query.amountFromKurus), amount(query.amountToKurus)];
  const [first, last] = [day(fromDay), day(toDay)];
  const texts: Record<keyof PaymentQuery, string | false | null> = {
    search: search && said.searched(search),
    status: status && `${said.status}: ${wordOf("payment", status)}`,
    refunded: refunded && `${said.refunded}: ${wordOf("refunded", refunded)}`,
    source: source && `${said.source}: ${wordOf("source", source)}`,
    terminalId: terminalId && `${said.terminal}: ${terminalName(terminalId)}`,
    amountFromKurus: from && said.atLeast(from),
    amountToKurus: to && said.atMost(to),
    fromDay: first && said.since(first),
    toDay: last && said.until(last),
  };
  return (Object.keys(texts) as (keyof PaymentQuery)[]).flatMap((key) => {
    const text = texts[key];
    return text ? [{ key, text }] : [];
  });
}
