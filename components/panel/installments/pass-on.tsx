"use client";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import type { InstallmentOption } from "@/server/domain/pricing/installments";
import { Amount } from "../../ui/amount";
import { useLanguage } from "../../ui/language";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import { calculatePassOn, type PassOnCharge, type PassOnCharges } from "./calculate-offer";
import { Charge } from "./offer-table";

interface PassOnRow extends InstallmentOption, PassOnCharges {}

/**
 * Shows how much to charge so that a wanted amount remains: the common way, the exact one, and their difference (D-30).
 */
export function PassOn({ wantedKurus, options }: { wantedKurus: bigint; options: readonly InstallmentOption[] }) {
  const t = useTranslations("panel.installments");
  const language = useLanguage();
  const columns = useColumns();
  const rows = options.map((option) => ({ ...option, ...calculatePassOn(wantedKurus, option) }));
  if (rows.length === 0) return null;
  return (
    <Section title={t("passOnTitle")}>
      <p className="mb-3 max-w-prose">{t("passOnIntro", { wanted: displayAmount(wantedKurus, language) })}</p>
      <Table
        caption={t("passOnTitle")}
        columns={columns}
        rows={rows}
        rowKey={({ installmentCount }) => String(installmentCount)}
        empty={null}
      />
      <Example rows={rows} wantedKurus={wantedKurus} />
    </Section>
  );
}

/** An example with numbers: the option with the largest difference among those that can be charged. */
function Example({ rows, wantedKurus }: { rows: readonly PassOnRow[]; wantedKurus: bigint }) {
  const t = useTranslations("panel.installments");
  const counts = useTranslations("shared.installments");
  const language = useLanguage();
  const [first, ...others] = rows.filter(canBeCharged);
  if (!first) return null;
  const row = others.reduce((widest, one) => (one.missingKurus > widest.missingKurus ? one : widest), first);
  const show = (kurus: bigint) => displayAmount(kurus, language);
  const example = {
    count: counts("count", { count: row.installmentCount }),
    wanted: show(wantedKurus),
    oneToOne: show(row.oneToOne.chargeKurus),
    missing: show(row.missingKurus),
    exact: show(row.exact.chargeKurus),
  };
  const sentence = row.missingKurus > 0n ? t("passOnExample", example) : t("passOnExact", example);
  return <p className="mt-3 max-w-prose text-ink-soft">{sentence}</p>;
}

/** Returns whether both charges are possible. The exact charge is never the smaller one, so only it is checked. */
const canBeCharged = (row: PassOnRow): row is PassOnRow & { exact: PassOnCharge } =>
  row.exact !== null && !row.exact.isTooMuch;

function useColumns(): Column<PassOnRow>[] {
  const t = useTranslations("panel.installments");
  const counts = useTranslations("shared.installments");
  const amount = (key: string, head: string, select: (row: PassOnRow) => bigint): Column<PassOnRow> => ({
    key,
    head,
    align: "right",
    cell: (row) => <Amount kurus={select(row)} />,
  });
  const charge = (
    key: string,
    head: string,
    selectCharge: (row: PassOnRow) => PassOnCharge | null,
  ): Column<PassOnRow> => ({
    key,
    head,
    align: "right",
    cell: (row) => {
      const charged = selectCharge(row);
      if (charged === null) return t("nothingLeft");
      return <Charge kurus={charged.chargeKurus} isTooMuch={charged.isTooMuch} />;
    },
  });
  return [
    {
      key: "count",
      head: t("count"),
      cell: ({ installmentCount }) => (
        <span className="whitespace-nowrap">{counts("count", { count: installmentCount })}</span>
      ),
    },
    charge("charge", t("oneToOne"), ({ oneToOne }) => oneToOne),
    { ...amount("left", t("left"), ({ oneToOne }) => oneToOne.netKurus), hiddenBelow: "sm" },
    amount("missing", t("missing"), ({ missingKurus }) => missingKurus),
    charge("exact", t("exact"), ({ exact }) => exact),
  ];
}
