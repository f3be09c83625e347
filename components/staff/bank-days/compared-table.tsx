"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { Amount } from "../../ui/amount";
import { useLanguage } from "../../ui/language";
import { dash } from "../../ui/list/common-columns";
import type { BankDifference } from "./bank-day-types";
import { Day } from "./day-words";

interface ComparedRow {
  readonly name: "amount" | "commission" | "day";
  readonly bank: ReactNode;
  readonly books: ReactNode;
  /** What the bank says more than the books, in kuruş; null where that is no amount. */
  readonly moreKurus: bigint | null;
  readonly differs: boolean;
}

/** What the bank and the books say about one movement, with what differs marked. */
export function ComparedTable({ difference }: { difference: BankDifference }) {
  const t = useTranslations("staff.bankDays");
  return (
    <table className="w-full border-collapse tabular-nums max-sm:text-xs sm:max-w-xl sm:table-fixed">
      <caption className="sr-only">{t("compared")}</caption>
      <thead className="text-ink-soft">
        <tr className="border-b border-line">
          <th scope="col" className="py-1 text-left font-normal sm:w-24">
            <span className="sr-only">{t("what")}</span>
          </th>
          <th scope="col" className="py-1 pl-2 text-right sm:pr-2 font-normal">
            {t("bank")}
          </th>
          <th scope="col" className="py-1 pl-2 text-right sm:pr-2 font-normal">
            {t("books")}
          </th>
          <th scope="col" className="py-1 pl-2 text-right sm:pr-2 font-normal">
            {t("more")}
          </th>
        </tr>
      </thead>
      <tbody>
        {listRows(difference).map((row) => (
          <tr key={row.name} className={row.differs ? "bg-surface font-semibold" : ""}>
            <th scope="row" className="py-1 text-left font-normal text-ink-soft">
              {t(row.name)}
            </th>
            <td className="py-1 pl-2 text-right sm:pr-2">{row.bank}</td>
            <td className="py-1 pl-2 text-right sm:pr-2">{row.books}</td>
            <td className="py-1 pl-2 text-right sm:pr-2">{row.differs ? <More row={row} /> : dash}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function listRows(difference: BankDifference): ComparedRow[] {
  const { kind, day, bankKurus, bookedKurus, bankCommissionKurus, dueCommissionKurus, bookedDay } = difference;
  const isOneSided = bankKurus === null || bookedKurus === null;
  return [
    {
      name: "amount",
      bank: toAmount(bankKurus),
      books: toAmount(bookedKurus),
      moreKurus: minus(bankKurus, bookedKurus),
      differs: isOneSided || bankKurus !== bookedKurus,
    },
    {
      name: "commission",
      bank: toAmount(bankCommissionKurus),
      books: toAmount(dueCommissionKurus),
      moreKurus: minus(bankCommissionKurus, dueCommissionKurus),
      differs: kind === "commission",
    },
    ...(kind === "date" && bookedDay !== null ? [compareDays(day, bookedDay)] : []),
  ];
}

const compareDays = (day: string, bookedDay: string): ComparedRow => ({
  name: "day",
  bank: <Day day={day} />,
  books: <Day day={bookedDay} />,
  moreKurus: null,
  differs: true,
});

const minus = (bank: bigint | null, books: bigint | null): bigint | null =>
  bank === null || books === null ? null : bank - books;

const toAmount = (kurus: bigint | null): ReactNode => (kurus === null ? dash : <Amount kurus={kurus} />);

/** An amount with its sign, or the words where there is nothing to subtract. */
function More({ row: { name, moreKurus: kurus } }: { row: ComparedRow }) {
  const t = useTranslations("staff.bankDays");
  const language = useLanguage();
  if (kurus === null) return <span className="text-bad">{t(name === "day" ? "otherDay" : "differs")}</span>;
  const sign = kurus > 0n ? "+" : "";
  return (
    <span className="whitespace-nowrap text-bad">
      {sign}
      {displayAmount(kurus, language)}
    </span>
  );
}
