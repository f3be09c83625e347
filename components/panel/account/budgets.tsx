"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import type { Catalogues, Translator } from "@/messages/catalogues";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";

type Balance = PanelOutputs["account"]["budgets"]["installments"];

/** The budgets change with every request of the merchant's servers, so they are fetched again regularly. */
const refetchEveryMs = 4_000;

/** The remaining request budgets of each API key, updated while the screen is open. */
export function Budgets() {
  const t = useTranslations("panel.account");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.account.budgets.queryOptions(),
    refetchInterval: refetchEveryMs,
  });
  return (
    <Section title={t("budgetsTitle")}>
      <p className="mb-3 max-w-prose text-ink-soft">{t("budgetsHelp")}</p>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !data && <BudgetTable title={t("shared")} caption={t("shared")} balances={undefined} />}
      {data?.keys.length === 0 && <Empty title={t("noKeys")} />}
      {data?.keys.map(({ keyId, name, prefix, budgets }) => (
        <BudgetTable
          key={keyId}
          title={name}
          caption={t("keyCaption", { name })}
          note={`${prefix}…`}
          balances={budgets}
        />
      ))}
      {data && <BudgetTable title={t("shared")} caption={t("shared")} balances={[data.installments]} />}
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
      <Table caption={caption} columns={columns} rows={balances} rowKey={({ policy }) => policy} empty={null} />
    </div>
  );
}

/** Returns the name of a budget. One without a name in the catalogue is shown by the name of its policy. */
function policyName(policy: string, t: Translator<"panel.account">): string {
  const known = policy as keyof Catalogues["panel"]["account"]["policies"];
  return t.has(`policies.${known}`) ? t(`policies.${known}`) : policy;
}

function useColumns(): Column<Balance>[] {
  const t = useTranslations("panel.account");
  const number = new Intl.NumberFormat(useLanguage());
  return [
    { key: "budget", head: t("budget"), cell: ({ policy }) => policyName(policy, t) },
    {
      key: "used",
      head: t("used"),
      align: "right",
      cell: ({ quota, remaining }) => number.format(quota - remaining),
    },
    { key: "left", head: t("left"), align: "right", cell: ({ remaining }) => number.format(remaining) },
    {
      key: "quota",
      head: t("quota"),
      align: "right",
      cell: ({ quota, windowSeconds }) => (
        <span className="whitespace-nowrap">
          {windowSeconds === 60 ? t("perMinute", { quota }) : t("perWindow", { quota, seconds: windowSeconds })}
        </span>
      ),
    },
    {
      key: "resets",
      head: t("resets"),
      align: "right",
      hiddenBelow: "sm",
      cell: ({ resetSeconds }) => (resetSeconds === null ? t("unused") : t("inSeconds", { seconds: resetSeconds })),
    },
  ];
}
