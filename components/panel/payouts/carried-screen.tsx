"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { settlementList } from "@/server/domain/payouts/settlement-list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { useTRPC, useTRPCClient } from "../trpc";
import { SettlementList } from "./settlement-list";

/** How often the first page is read again, in ms: settlements are carried over, and collected, once a business day. */
const everyMs = () => 60_000;

/** The settlements that were carried over and wait for the next payout. */
export function CarriedScreen() {
  const t = useTranslations("panel.payouts");
  const { payout } = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(settlementList);
  const input = address.query;
  const pages = useInfiniteQuery({
    ...payout.carriedSettlements.infiniteQueryOptions(input, cursorPaging),
    ...listReading,
  });
  return (
    <>
      <PageHead title={t("carriedTitle")} back={{ href: "/panel/payouts", label: t("back") }}>
        <p className="max-w-prose">{t("carriedIntro")}</p>
      </PageHead>
      <SettlementList
        caption={t("carriedTitle")}
        address={address}
        pages={pages}
        live={{
          pagesKey: payout.carriedSettlements.infiniteQueryKey(input),
          readFirst: () => client.payout.carriedSettlements.query(input),
          everyMs,
        }}
        hasDueDays
        empty={<p className="text-ink-soft">{t("noCarried")}</p>}
      />
    </>
  );
}
