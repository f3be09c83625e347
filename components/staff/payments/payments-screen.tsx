"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { allPaymentList } from "@/server/domain/payments/all-payment-list";
import { paymentStates } from "@/server/domain/states";
import { useStateOptions } from "../../panel/words/use-state-options";
import { ButtonLink } from "../../ui/button";
import { Empty } from "../../ui/empty";
import type { FilterText } from "../../ui/list/filter-texts";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { useTRPC, useTRPCClient } from "../trpc";
import { usePaymentColumns } from "./use-payment-columns";

/** How often the first page is read again, in ms. */
const everyMs = () => 30_000;

/** Finds payments of all merchants by anything that staff know about them. */
export function PaymentsScreen() {
  const t = useTranslations("staff.payments");
  const options = useStateOptions();
  const { payment } = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(allPaymentList);
  const { query } = address;
  const pages = useInfiniteQuery({ ...payment.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  const read = pages.data?.pages ?? [];
  const isLookedThrough = read.some(({ items }) => items.length > 0) || !pages.hasNextPage;
  return (
    <>
      <PageHead title={t("title")} />
      <List
        name="allPayments"
        caption={t("caption")}
        address={address}
        filters={{
          status: { label: t("status"), options: options("payment", paymentStates) },
          created: { label: t("created") },
          amount: { label: t("amount") },
          partnerId: useNamedFilter(t("partner"), query.partnerId, read),
          terminalId: useNamedFilter(t("terminal"), query.terminalId, []),
        }}
        search={{
          label: t("search"),
          placeholder: t("searchExample"),
          hint: t("searchHint"),
          refused: t("noCardNumber"),
        }}
        columns={usePaymentColumns()}
        pages={pages}
        live={{
          pagesKey: payment.list.infiniteQueryKey(query),
          readFirst: () => client.payment.list.query(query),
          everyMs,
        }}
        rowKey={({ paymentCode }) => paymentCode}
        empty={isLookedThrough ? <NoPayments isNarrowed={address.isNarrowed} /> : <Empty title={t("goOn")} />}
      />
      {read[0]?.isCut && (
        <div className="mt-4">
          <Notice tone="info">{t("isCut")}</Notice>
        </div>
      )}
    </>
  );
}

/**
 * A filter that another page's link sets. It offers the value that the address named last, so that it can be removed
 * and chosen again; until the address names one, it is not shown.
 */
function useNamedFilter(
  label: string,
  value: string | null,
  pages: readonly { readonly items: readonly { readonly partnerId: string; readonly partnerName: string }[] }[],
): FilterText | null {
  const [lastId, setLastId] = useState(value);
  if (value !== null && value !== lastId) setLastId(value);
  if (lastId === null) return null;
  const known = pages.flatMap(({ items }) => items).find(({ partnerId }) => partnerId === lastId);
  return { label, options: [{ value: lastId, label: known?.partnerName ?? lastId }] };
}

function NoPayments({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslations("staff.payments");
  if (!isNarrowed) return <Empty title={t("none")} />;
  return (
    <Empty title={t("noneFound")} action={<ButtonLink href="/staff/payments">{t("clear")}</ButtonLink>}>
      {t("noneHelp")}
    </Empty>
  );
}
