"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { dateTimeText } from "@/components/ui/date-time";
import { settlementList } from "@/server/domain/payouts/settlement-list";
import { useLanguage } from "../../ui/language";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { useTRPC, useTRPCClient } from "../trpc";
import { SettlementList } from "./settlement-list";

/** How often the first page is read again, in ms: the payments of today add to a day that is still to come. */
const everyMs = () => 30_000;

/** The settlements that are due on one day. */
export function DueDayScreen({ dueAt }: { dueAt: Date }) {
  const t = useTranslations("panel.payouts");
  const language = useLanguage();
  const { payout } = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(settlementList);
  const input = { ...address.query, dueAt };
  const pages = useInfiniteQuery({
    ...payout.dueSettlements.infiniteQueryOptions(input, cursorPaging),
    ...listReading,
  });
  return (
    <>
      <PageHead
        title={t("settlementsOf", { day: dateTimeText(dueAt, language, "day") })}
        back={{ href: "/panel/payouts", label: t("back") }}
      />
      <SettlementList
        caption={t("settlementsCaption")}
        address={address}
        pages={pages}
        live={{
          pagesKey: payout.dueSettlements.infiniteQueryKey(input),
          readFirst: () => client.payout.dueSettlements.query(input),
          everyMs,
        }}
        empty={<p className="text-ink-soft">{t("noSettlements")}</p>}
      />
    </>
  );
}
