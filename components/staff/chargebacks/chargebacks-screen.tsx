"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { chargebackList } from "@/server/domain/chargebacks/chargeback-inputs";
import { chargebackStates } from "@/server/domain/chargebacks/chargeback-states";
import { useChargebackColumns } from "../../panel/chargebacks/chargeback-columns";
import { findNextStep } from "../../panel/chargebacks/next-step";
import { findPaymentOption } from "../../panel/chargebacks/payment-option";
import { useStateOptions } from "../../panel/words/use-state-options";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { TextLink } from "../../ui/text-link";
import { useTRPC, useTRPCClient } from "../trpc";
import type { ChargebackDetail } from "./chargeback-types";

/** How often the first page is read again, in ms. Chargebacks come once a day, with a file. */
const everyMs = () => 60_000;

/** The payments of all accounts that banks took back. */
export function ChargebacksScreen() {
  const t = useTranslations("staff.chargebacks");
  const words = useTranslations("shared.chargeback");
  const options = useStateOptions();
  const { chargeback } = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(chargebackList);
  const { query, isNarrowed } = address;
  const pages = useInfiniteQuery({ ...chargeback.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  const rows = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHead title={t("title")}>
        <p className="max-w-prose">{t("intro")}</p>
      </PageHead>
      <List
        name="chargebacks"
        caption={t("caption")}
        address={address}
        filters={{
          state: { label: words("state"), options: options("chargeback", chargebackStates) },
          paymentCode: findPaymentOption(words("payment"), query.paymentCode, rows),
        }}
        columns={useStaffColumns()}
        pages={pages}
        live={{
          pagesKey: chargeback.list.infiniteQueryKey(query),
          readFirst: () => client.chargeback.list.query(query),
          everyMs,
        }}
        rowKey={({ chargebackId }) => chargebackId}
        empty={isNarrowed ? <Empty title={t("noMatchTitle")} /> : <Empty title={t("emptyTitle")}>{t("empty")}</Empty>}
        hidesBarWhenEmpty
      />
    </>
  );
}

function useStaffColumns(): ListColumn<ChargebackDetail>[] {
  const t = useTranslations("staff.chargebacks");
  const columns = useChargebackColumns("/staff", (chargeback) => t(`next.${findNextStep(chargeback)}`));
  const { caseNumber, state, payment, card, takenBack, deadline, next, amount } = columns;
  const partner: ListColumn<ChargebackDetail> = {
    key: "partner",
    head: t("partner"),
    width: 9,
    grows: true,
    card: "line",
    title: ({ partnerName }) => partnerName,
    cell: ({ partnerId, partnerName }) => (
      <TextLink href={`/staff/partners/${partnerId}`} className="max-w-full">
        <span className="truncate">{partnerName}</span>
      </TextLink>
    ),
  };
  // With the account, fewer columns fit a narrow screen.
  return [
    { ...caseNumber, width: 6 },
    partner,
    state,
    { ...payment, rank: 1 },
    { ...card, rank: 4 },
    { ...takenBack, rank: 3 },
    deadline,
    { ...next, width: 10, rank: 2 },
    { ...amount, width: 8 },
  ];
}
