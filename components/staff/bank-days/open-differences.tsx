"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { dateTimeText } from "../../ui/date-time";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { dash } from "../../ui/list/common-columns";
import { CodeLink, RowLink } from "../../ui/list/row-link";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import { useTRPC } from "../trpc";
import { type BankDifference, bankDaysHref, toDate } from "./bank-day-types";
import { OpenAge, useDayWords } from "./day-words";
import { useProposalText } from "./proposal";

/** How many differences are shown before a person asks for the rest. */
const shownFirst = 10;

/** The open differences of all days, the oldest first. */
export function OpenDifferences() {
  const t = useTranslations("staff.bankDays");
  const { data, error, refetch } = useQuery(useTRPC().bankDay.openDifferences.queryOptions());
  const [showsAll, setShowsAll] = useState(false);
  const columns = useDifferenceColumns();
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  return (
    <Section title={t("openDifferences")}>
      <ShortList
        caption={t("openCaption")}
        columns={columns}
        rows={showsAll ? data : data?.slice(0, shownFirst)}
        rowKey={({ differenceId }) => differenceId}
        empty={<p className="text-ink-soft">{t("noOpen")}</p>}
      />
      {data && data.length > shownFirst && !showsAll && (
        <Button className="mt-3" onClick={() => setShowsAll(true)}>
          {t("showAll", { count: data.length })}
        </Button>
      )}
    </Section>
  );
}

function useDifferenceColumns(): ListColumn<BankDifference>[] {
  const t = useTranslations("staff.bankDays");
  const language = useLanguage();
  const toText = useProposalText();
  const { toScope } = useDayWords();
  return [
    {
      key: "kind",
      head: t("difference"),
      width: 12,
      card: "title",
      cell: ({ kind, lineKind, bankDayId, differenceId }) => (
        <>
          <RowLink href={`${bankDaysHref}/${bankDayId}#${differenceId}`}>{t(`kinds.${kind}`)}</RowLink>
          <span className="block font-normal text-ink-soft">{t(`lineKinds.${lineKind}`)}</span>
        </>
      ),
    },
    { key: "age", head: t("openFor"), width: 8, card: "state", cell: ({ openDays }) => <OpenAge days={openDays} /> },
    {
      key: "amount",
      head: t("amount"),
      width: 9,
      align: "right",
      card: "value",
      cell: ({ bankKurus, bookedKurus }) => <Amount kurus={bankKurus ?? bookedKurus ?? 0n} />,
    },
    {
      key: "day",
      head: t("day"),
      width: 11,
      rank: 2,
      card: "line",
      cell: ({ day, scope }) => (
        <>
          {dateTimeText(toDate(day), language, "day")}
          <span className="block text-ink-soft">{toScope(scope)}</span>
        </>
      ),
    },
    {
      key: "payment",
      head: t("payment"),
      width: 11,
      rank: 1,
      card: "line",
      cell: ({ paymentCode, partnerName }) =>
        paymentCode === null ? (
          dash
        ) : (
          <>
            <CodeLink href={`/staff/payments/${paymentCode}`} code={paymentCode} />
            <span className="block text-ink-soft">{partnerName}</span>
          </>
        ),
    },
    { key: "proposal", head: t("proposed"), width: 12, rank: 3, grows: true, card: "line", cell: (one) => toText(one) },
  ];
}
