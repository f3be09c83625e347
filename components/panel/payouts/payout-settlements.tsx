"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { settlementList } from "@/server/domain/payouts/settlement-list";
import { Empty } from "../../ui/empty";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { type ListAddress, useListAddress } from "../../ui/list/use-list-address";
import { Section } from "../../ui/section";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { SettlementList } from "./settlement-list";
import { useOwnList } from "./use-own-list";

type Payout = PanelOutputs["payout"]["get"];

/** The settlements of a payout: those of its own day, and below them those that were carried over from earlier days. */
export function PayoutSettlements({ payout }: { payout: Payout }) {
  return (
    <>
      <OwnLines payoutId={payout.id} />
      <CarriedLines payout={payout} />
    </>
  );
}

function OwnLines({ payoutId }: { payoutId: string }) {
  const t = useTranslations("panel.payouts");
  const address = useListAddress(settlementList);
  const pages = useSettlements(payoutId, "lines", address);
  return (
    <Section title={t("inside")}>
      <SettlementList caption={t("inside")} address={address} pages={pages} empty={null} />
    </Section>
  );
}

function CarriedLines({ payout: { id, carriedKurus } }: { payout: Payout }) {
  const t = useTranslations("panel.payouts");
  const address = useOwnList(settlementList);
  const pages = useSettlements(id, "carried", address);
  // What was carried over may add up to 0, so the sum alone does not tell whether there is anything.
  const hasLines = pages.data?.pages.some(({ items }) => items.length > 0) ?? false;
  if (carriedKurus === 0n && !hasLines && !address.isNarrowed && !pages.isError) return null;
  return (
    <Section title={t("insideCarried")}>
      <SettlementList
        caption={t("insideCarried")}
        address={address}
        pages={pages}
        hasDueDays
        empty={<Empty title={t("noCarried")} />}
      />
    </Section>
  );
}

/** Reads the pages of one part of a payout's settlements. */
function useSettlements(payoutId: string, part: "lines" | "carried", { query }: ListAddress<typeof settlementList>) {
  const { payout } = useTRPC();
  return useInfiniteQuery({
    ...payout.settlements.infiniteQueryOptions({ ...query, payoutId, part }, cursorPaging),
    ...listReading,
  });
}
