"use client";
import type { InstallmentOption } from "@/server/domain/installments";
import { displayAmount } from "@/server/domain/money";
import { Amount } from "../../ui/amount";
import { useLanguage, useWords } from "../../ui/language";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import { countText } from "../words/counts";
import { installmentWords } from "./installment-words";
import { type WaysToPassOn, waysToPassOn } from "./worked-offer";

interface PassOnRow extends InstallmentOption, WaysToPassOn {}

/** How much to charge to be left with an amount: the usual way and the exact one, and why they differ (D-30). */
export function PassOn({
  wantedKurus,
  options,
}: {
  wantedKurus: bigint;
  options: readonly InstallmentOption[];
}) {
  const said = useWords(installmentWords);
  const language = useLanguage();
  const columns = useColumns();
  const rows = options.map((option) => ({ ...option, ...waysToPassOn(wantedKurus, option) }));
  if (rows.length === 0) return null;
  return (
    <Section title={said.passOnTitle}>
      <p className="mb-3 max-w-prose">{said.passOnIntro(displayAmount(wantedKurus, language))}</p>
      <Table
        caption={said.passOnTitle}
        columns={columns}
        rows={rows}
        keyOf={({ installmentCount }) => String(installmentCount)}
        empty={null}
      />
      <Example rows={rows} wantedKurus={wantedKurus} />
    </Section>
  );
}

/** The difference in numbers, where it is the greatest. */
function Example({ rows, wantedKurus }: { rows: readonly PassOnRow[]; wantedKurus: bigint }) {
  const said = useWords(installmentWords);
  const language = useLanguage();
  const row = rows.reduce((widest, one) => (one.missingKurus > widest.missingKurus ? one : widest));
  if (row.exact === null) return null;
  const show = (kurus: bigint) => displayAmount(kurus, language);
  const example = {
    count: countText(row.installmentCount, language),
    wanted: show(wantedKurus),
    oneToOne: show(row.oneToOne.chargeKurus),
    missing: show(row.missingKurus),
    exact: show(row.exact.chargeKurus),
  };
  const sentence = row.missingKurus > 0n ? said.passOnExample : said.passOnExact;
  return <p className="mt-3 max-w-prose text-ink-soft">{sentence(example)}</p>;
}

function useColumns(): Column<PassOnRow>[] {
  const said = useWords(installmentWords);
  const language = useLanguage();
  const amount = (
    key: string,
    head: string,
    kurusOf: (row: PassOnRow) => bigint | null,
  ): Column<PassOnRow> => ({
    ...{ key, head, align: "right" },
    cell: (row) => {
      const kurus = kurusOf(row);
      return kurus === null ? said.nothingLeft : <Amount kurus={kurus} />;
    },
  });
  return [
    {
      key: "count",
      head: said.count,
      cell: ({ installmentCount }) => (
        <span className="whitespace-nowrap">{countText(installmentCount, language)}</span>
      ),
    },
    amount("charge", said.oneToOne, ({ oneToOne }) => oneToOne.chargeKurus),
    { ...amount("left", said.left, ({ oneToOne }) => oneToOne.netKurus), hiddenBelow: "sm" },
    amount("missing", said.missing, ({ missingKurus }) => missingKurus),
    amount("exact", said.exact, ({ exact }) => exact?.chargeKurus ?? null),
  ];
}
