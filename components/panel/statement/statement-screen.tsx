"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { statementBooks, statementKinds } from "@/server/domain/statements/statement";
import { statementList } from "@/server/domain/statements/statement-list";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import type { FilterTexts } from "../../ui/list/filter-texts";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { type ListAddress, useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { useTRPC } from "../trpc";
import { StatementFigures } from "./statement-figures";
import { StatementTabs } from "./statement-tabs";
import { useLineColumns } from "./use-line-columns";

/** The account's statement: the balances of a period, its totals and its movements. */
export function StatementScreen() {
  const t = useTranslations("panel.statement");
  const { statement } = useTRPC();
  const address = useListAddress(statementList);
  const { query } = address;
  const pages = useInfiniteQuery({ ...statement.lines.infiniteQueryOptions(query, cursorPaging), ...listReading });
  const hasBalance = query.kind === null && query.terminal === null && query.book !== "direct";
  return (
    <>
      <PageHead title={t("title")}>
        <p className="max-w-prose">{t("intro")}</p>
      </PageHead>
      <StatementTabs />
      <Presets address={address} />
      <StatementFigures query={query} />
      <Section title={t("lines")}>
        <List
          name="statement"
          caption={t("linesCaption")}
          address={address}
          filters={useFilterTexts()}
          columns={useLineColumns(hasBalance)}
          pages={pages}
          rowKey={({ id }) => id}
          empty={<Empty title={t("noneTitle")}>{t("none")}</Empty>}
        />
      </Section>
    </>
  );
}

const presets = ["this_week", "this_month", "last_month"] as const;

/** The periods that are chosen most; others are chosen by the filter of the date. */
function Presets({ address: { query, change } }: { address: ListAddress<typeof statementList> }) {
  const t = useTranslations("panel.statement");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form, and these are buttons.
    <div role="group" aria-label={t("presets")} className="mb-4 flex flex-wrap gap-2">
      {presets.map((word) => (
        <Button
          key={word}
          aria-pressed={(query.moved ?? "this_month") === word}
          className="aria-pressed:border-accent aria-pressed:text-accent"
          onClick={() => change({ moved: word })}
        >
          {t(word)}
        </Button>
      ))}
    </div>
  );
}

function useFilterTexts(): FilterTexts<typeof statementList> {
  const t = useTranslations("panel.statement");
  const { data: terminals } = useQuery(useTRPC().account.terminals.queryOptions());
  return {
    moved: { label: t("moved") },
    book: { label: t("book"), options: statementBooks.map((value) => ({ value, label: t(`books.${value}`) })) },
    kind: { label: t("kind"), options: statementKinds.map((value) => ({ value, label: t(`kinds.${value}`) })) },
    terminal: {
      label: t("terminal"),
      options: terminals?.map(({ terminalId, name }) => ({ value: terminalId, label: name })),
    },
  };
}
