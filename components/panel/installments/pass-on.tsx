"use client";
import { displayAmount } from "@/server/domain/money";
import type { InstallmentOption } from "@/server/domain/pricing/installments";
import { Amount } from "../../ui/amount";
import { useLanguage, useWords } from "../../ui/language";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import { countText } from "../words/counts";
import { Charge } from "./charge";
import { installmentWords } from "./installment-words";
import { type PassedOn, type WaysToPassOn, waysToPassOn } from "./worked-offer";

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

/** The difference in numbers, where it is the greatest of those that can be charged. */
function Example({ rows, wantedKurus }: { rows: readonly PassOnRow[]; wantedKurus: bigint }) {
  const said = useWords(installmentWords);
  const language = useLanguage();
  const [first, ...others] = rows.filter(canBeCharged);
  if (!first) return null;
  const row = others.reduce((widest, one) => (one.missingKurus > widest.missingKurus ? one : widest), first);
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

/** The exact charge is never the smaller one. */
const canBeCharged = (row: PassOnRow): row is PassOnRow & { exact: PassedOn } =>
  row.exact !== null && !row.exact.isTooMuch;

function useColumns(): Column<PassOnRow>[] {
  const said = useWords(installmentWords);
  const language = useLanguage();
  const amount = (key: string, head: string, kurusOf: (row: PassOnRow) => bigint): Column<PassOnRow> => ({
    key,
    head,
    align: "right",
    cell: (row) => <Amount kurus={kurusOf(row)} />,
  });
  const charge = (
    key: string,
    head: string,
    chargeOf: (row: PassOnRow) => PassedOn | null,
  ): Column<PassOnRow> => ({
    key,
    head,
    align: "right",
    cell: (row) => {
      const charged = chargeOf(row);
      if (charged === null) return said.nothingLeft;
      return <Charge kurus={charged.chargeKurus} isTooMuch={charged.isTooMuch} />;
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
    charge("charge", said.oneToOne, ({ oneToOne }) => oneToOne),
    { ...amount("left", said.left, ({ oneToOne }) => oneToOne.netKurus), hiddenBelow: "sm" },
    amount("missing", said.missing, ({ missingKurus }) => missingKurus),
    charge("exact", said.exact, ({ exact }) => exact),
  ];
}
