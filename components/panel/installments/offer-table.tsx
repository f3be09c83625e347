"use client";
import type { ReactNode } from "react";
import { displayAmount } from "@/server/domain/money";
import type { InstallmentOption } from "@/server/domain/pricing/installments";
import { Amount } from "../../ui/amount";
import { useLanguage, useWords } from "../../ui/language";
import { type Column, Table } from "../../ui/table";
import type { PanelOutputs } from "../outputs";
import { countText } from "../words/counts";
import { priceText } from "../words/rates";
import { Charge } from "./charge";
import { installmentWords } from "./installment-words";
import { type WorkedOffer, workedOffer } from "./worked-offer";

export type Preview = Exclude<PanelOutputs["installment"]["preview"], { kind: "ambiguous" }>;

/** What each count costs whom. */
export function OfferTable({
  preview: { options, commissionBasis },
  amountKurus,
  shareBps,
}: {
  preview: Preview;
  amountKurus: bigint | null;
  shareBps: number;
}) {
  const said = useWords(installmentWords);
  const columns = useColumns();
  if (amountKurus === null) return <PriceTable options={options} />;
  return (
    <>
      <Table
        caption={said.offer}
        columns={columns}
        rows={options.map((option) => workedOffer(option, amountKurus, shareBps, commissionBasis))}
        keyOf={({ installmentCount }) => String(installmentCount)}
        empty={null}
      />
      <p className="mt-2 max-w-prose text-ink-soft">{said.legend}</p>
    </>
  );
}

function PriceTable({ options }: { options: readonly InstallmentOption[] }) {
  const said = useWords(installmentWords);
  return (
    <>
      <Table
        caption={said.offer}
        columns={[{ key: "count", head: said.count, cell: (option) => <Count option={option} /> }]}
        rows={options}
        keyOf={({ installmentCount }) => String(installmentCount)}
        empty={null}
      />
      <p className="mt-2 text-ink-soft">{said.enterAmount}</p>
    </>
  );
}

function Count({ option }: { option: InstallmentOption }) {
  const language = useLanguage();
  return (
    <span className="whitespace-nowrap">
      {countText(option.installmentCount, language)}{" "}
      <span className="text-ink-soft max-sm:block">{priceText(option, language)}</span>
    </span>
  );
}

function useColumns(): Column<WorkedOffer>[] {
  const said = useWords(installmentWords);
  const money = (
    key: string,
    head: string,
    kurusOf: (offer: WorkedOffer) => bigint,
    hiddenBelow?: "sm" | "lg",
  ): Column<WorkedOffer> => ({
    key,
    head,
    align: "right",
    ...(hiddenBelow && { hiddenBelow }),
    cell: (offer): ReactNode => <Amount kurus={kurusOf(offer)} />,
  });
  return [
    { key: "count", head: said.count, cell: (offer) => <Count option={offer} /> },
    money("commission", said.commission, ({ commissionKurus }) => commissionKurus, "lg"),
    money("share", said.buyersShare, ({ customerShareKurus }) => customerShareKurus, "sm"),
    {
      key: "total",
      head: said.total,
      align: "right",
      cell: (offer) => <Charge kurus={offer.totalKurus} isTooMuch={offer.isTooMuch} />,
    },
    { key: "monthly", head: said.monthly, align: "right", cell: (offer) => <Monthly offer={offer} /> },
    money("deducted", said.deducted, ({ deductedKurus }) => deductedKurus, "lg"),
    money("net", said.net, ({ netKurus }) => netKurus),
  ];
}

function Monthly({ offer: { monthly, installmentCount } }: { offer: WorkedOffer }) {
  const said = useWords(installmentWords);
  const language = useLanguage();
  if (installmentCount === 1) return "–";
  const { firstKurus, restKurus } = monthly;
  return (
    <>
      <Amount kurus={restKurus} />
      {firstKurus !== restKurus && (
        <span className="block text-xs whitespace-nowrap text-ink-soft">
          {said.monthlyFirst(displayAmount(firstKurus, language))}
        </span>
      )}
    </>
  );
}
