"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { chargebackList } from "@/server/domain/chargebacks/chargeback-inputs";
import { chargebackStates } from "@/server/domain/chargebacks/chargeback-states";
import { Empty } from "../../ui/empty";
import type { ListColumn } from "../../ui/list/columns";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { useTRPC, useTRPCClient } from "../trpc";
import { useStateOptions } from "../words/use-state-options";
import { useChargebackColumns } from "./chargeback-columns";
import type { Chargeback } from "./chargeback-types";
import { findNextStep } from "./next-step";
import { findPaymentOption } from "./payment-option";

/** How often the first page is read again, in ms. Chargebacks come once a day, with a file. */
const everyMs = () => 60_000;

/** The payments of the account that a bank took back. */
export function ChargebacksScreen() {
  const t = useTranslations("panel.chargebacks");
  const words = useTranslations("shared.chargeback");
  const options = useStateOptions();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(chargebackList);
  const { query, isNarrowed } = address;
  const pages = useInfiniteQuery({ ...trpc.chargeback.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
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
        columns={usePanelColumns()}
        pages={pages}
        live={{
          pagesKey: trpc.chargeback.list.infiniteQueryKey(query),
          readFirst: () => client.chargeback.list.query(query),
          everyMs,
        }}
        rowKey={({ chargebackId }) => chargebackId}
        empty={
          <Empty title={isNarrowed ? t("noMatchTitle") : t("emptyTitle")}>
            {isNarrowed ? t("noMatch") : t("empty")}
          </Empty>
        }
        hidesBarWhenEmpty
      />
    </>
  );
}

function usePanelColumns(): ListColumn<Chargeback>[] {
  const t = useTranslations("panel.chargebacks");
  const columns = useChargebackColumns("/panel", (chargeback) => t(`next.${findNextStep(chargeback)}`));
  const { caseNumber, state, payment, card, takenBack, deadline, next, amount } = columns;
  return [{ ...caseNumber, grows: true }, state, payment, card, takenBack, deadline, next, amount];
}
