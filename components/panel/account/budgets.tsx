"use client";
import { useQuery } from "@tanstack/react-query";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { accountWords } from "./account-words";

type Balance = PanelOutputs["account"]["budgets"]["installments"];

/** Budgets change with every request of the merchant's servers. */
const refetchEveryMs = 4_000;

/** What is left of the budgets of each key, as it changes. */
export function Budgets() {
  const said = useWords(accountWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.account.budgets.queryOptions(),
    refetchInterval: refetchEveryMs,
  });
  return (
    <Section title={said.budgetsTitle}>
      <p className="mb-3 max-w-prose text-ink-soft">{said.budgetsHelp}</p>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !data && <BudgetTable title={said.shared} caption={said.shared} balances={undefined} />}
      {data?.keys.length === 0 && <Empty title={said.noKeys} />}
      {data?.keys.map(({ keyId, name, prefix, budgets }) => (
        <BudgetTable
          key={keyId}
          title={name}
          caption={said.keyCaption(name)}
          note={`${prefix}…`}
          balances={budgets}
        />
      ))}
      {data && <BudgetTable title={said.shared} caption={said.shared} balances={[data.installments]} />}
    </Section>
  );
}

function BudgetTable({
  title,
  caption,
  note,
  balances,
}: {
  title: string;
  caption: string;
  note?: string;
  balances: readonly Balance[] | undefined;
}) {
  const columns = useColumns();
  return (
    <div className="mb-4">
      <h3 className="mb-2 font-medium">
        {title} {note && <span className="font-mono text-xs text-ink-soft">{note}</span>}
      </h3>
      <Table
        caption={caption}
        columns={columns}
        rows={balances}
        keyOf={({ policy }) => policy}
        empty={null}
      />
    </div>
  );
}

function useColumns(): Column<Balance>[] {
  const said = useWords(accountWords);
  const number = new Intl.NumberFormat(useLanguage());
  return [
    { key: "budget", head: said.budget, cell: ({ policy }) => said.policies[policy] ?? policy },
    {
      key: "used",
      head: said.used,
      align: "right",
      cell: ({ quota, remaining }) => number.format(quota - remaining),
    },
    { key: "left", head: said.left, align: "right", cell: ({ remaining }) => number.format(remaining) },
    {
      key: "quota",
      head: said.quota,
      align: "right",
      cell: ({ quota, windowSeconds }) => (
        <span className="whitespace-nowrap">{said.perWindow(number.format(quota), windowSeconds)}</span>
      ),
    },
    {
      key: "resets",
      head: said.resets,
      align: "right",
      hiddenBelow: "sm",
      cell: ({ resetSeconds }) => (resetSeconds === null ? said.unused : said.inSeconds(resetSeconds)),
    },
  ];
}
