"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import type { InstallmentOption } from "@/server/domain/pricing/installments";
import { findSurchargeKind } from "@/server/domain/pricing/surcharge";
import { Amount } from "../../ui/amount";
import { useLanguage } from "../../ui/language";
import { type Column, Table } from "../../ui/table";
import type { PanelOutputs } from "../outputs";
import { priceText } from "../words/rates";
import { type CalculatedOffer, calculateOffer } from "./calculate-offer";

export type Preview = Exclude<PanelOutputs["installment"]["preview"], { kind: "ambiguous" }>;

/** What each installment count costs the merchant and the buyer. */
export function OfferTable({
  preview: { options, commissionBasis },
  amountKurus,
  shareBps,
}: {
  preview: Preview;
  amountKurus: bigint | null;
  shareBps: number;
}) {
  const t = useTranslations("panel.installments");
  const columns = useColumns(options);
  if (amountKurus === null) return <PriceTable options={options} />;
  return (
    <>
      <Table
        caption={t("offer")}
        columns={columns}
        rows={options.map((option) => calculateOffer(option, amountKurus, shareBps, commissionBasis))}
        rowKey={({ installmentCount }) => String(installmentCount)}
        empty={null}
      />
      <p className="mt-2 max-w-prose text-ink-soft">{t("legend")}</p>
    </>
  );
}

function PriceTable({ options }: { options: readonly InstallmentOption[] }) {
  const t = useTranslations("panel.installments");
  return (
    <>
      <Table
        caption={t("offer")}
        columns={[{ key: "count", head: t("count"), cell: (option) => <Count option={option} /> }]}
        rows={options}
        rowKey={({ installmentCount }) => String(installmentCount)}
        empty={null}
      />
      <p className="mt-2 text-ink-soft">{t("enterAmount")}</p>
    </>
  );
}

function Count({ option }: { option: InstallmentOption }) {
  const counts = useTranslations("shared.installments");
  const language = useLanguage();
  return (
    <span className="whitespace-nowrap">
      {counts("count", { count: option.installmentCount })}{" "}
      <span className="text-ink-soft max-sm:block">{priceText(option, language)}</span>
    </span>
  );
}

/** @param options all rows, which decide on the name of the buyer's share */
function useColumns(options: readonly InstallmentOption[]): Column<CalculatedOffer>[] {
  const t = useTranslations("panel.installments");
  const share = t(`buyersShare.${findSurchargeKind(options.map(({ installmentCount }) => installmentCount))}`);
  const money = (
    key: string,
    head: string,
    select: (offer: CalculatedOffer) => bigint,
    hiddenBelow?: "sm" | "lg",
  ): Column<CalculatedOffer> => ({
    key,
    head,
    align: "right",
    ...(hiddenBelow && { hiddenBelow }),
    cell: (offer): ReactNode => <Amount kurus={select(offer)} />,
  });
  return [
    { key: "count", head: t("count"), cell: (offer) => <Count option={offer} /> },
    money("commission", t("commission"), ({ commissionKurus }) => commissionKurus, "lg"),
    money("share", share, ({ customerShareKurus }) => customerShareKurus, "sm"),
    {
      key: "total",
      head: t("total"),
      align: "right",
      cell: (offer) => <Charge kurus={offer.totalKurus} isTooMuch={offer.isTooMuch} />,
    },
    { key: "monthly", head: t("monthly"), align: "right", cell: (offer) => <Monthly offer={offer} /> },
    money("deducted", t("deducted"), ({ deductedKurus }) => deductedKurus, "lg"),
    money("net", t("net"), ({ netKurus }) => netKurus),
  ];
}

function Monthly({ offer: { monthly, installmentCount } }: { offer: CalculatedOffer }) {
  const t = useTranslations("panel.installments");
  const language = useLanguage();
  if (installmentCount === 1) return "–";
  const { firstKurus, restKurus } = monthly;
  return (
    <>
      <Amount kurus={restKurus} />
      {firstKurus !== restKurus && (
        <span className="block text-xs whitespace-nowrap text-ink-soft">
          {t("monthlyFirst", { first: displayAmount(firstKurus, language) })}
        </span>
      )}
    </>
  );
}

/** The amount that a card would be charged, in kuruş, marked when it exceeds the maximum payment. */
export function Charge({ kurus, isTooMuch }: { kurus: bigint; isTooMuch: boolean }) {
  const t = useTranslations("panel.installments");
  return (
    <>
      <Amount kurus={kurus} />
      {isTooMuch && <span className="block text-xs text-bad">{t("tooMuch")}</span>}
    </>
  );
}
