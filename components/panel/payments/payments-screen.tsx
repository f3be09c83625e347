"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type ListQuery, writeListQuery } from "@/server/domain/lists";
import { paymentSources, refundedStates } from "@/server/domain/payments/payment-filters";
import { paymentList } from "@/server/domain/payments/payment-list";
import { paymentStates } from "@/server/domain/states";
import { ButtonLink } from "../../ui/button";
import { Empty } from "../../ui/empty";
import type { FilterText, FilterTexts } from "../../ui/list/filter-texts";
import { List } from "../../ui/list/list";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { PageHead } from "../../ui/page-head";
import { ExportLinks } from "../export-links";
import { useMay } from "../role";
import { useTRPC, useTRPCClient } from "../trpc";
import { useStateOptions } from "../words/use-state-options";
import { usePaymentColumns } from "./use-payment-columns";

const path = "/panel/payments";

/** How often the first page is read again while it shows a payment in progress, and otherwise, in ms. */
const [openMs, idleMs] = [5_000, 30_000];

/** The account's payments. */
export function PaymentsScreen() {
  const t = useTranslations("panel.paymentList");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const address = useListAddress(paymentList);
  const { query } = address;
  const pages = useInfiniteQuery({ ...trpc.payment.list.infiniteQueryOptions(query, cursorPaging), ...listReading });
  return (
    <>
      <PageHead title={t("title")} actions={<Actions query={query} />} />
      <List
        name="payments"
        caption={t("caption")}
        address={address}
        filters={useFilterTexts(query.linkId)}
        search={{
          label: t("search"),
          placeholder: t("searchExample"),
          hint: t("searchHint"),
          refused: t("noCardNumber"),
        }}
        columns={usePaymentColumns()}
        pages={pages}
        live={{
          pagesKey: trpc.payment.list.infiniteQueryKey(query),
          readFirst: () => client.payment.list.query(query),
          everyMs: (rows) => (rows.some(({ status }) => status === "initiated") ? openMs : idleMs),
        }}
        rowKey={({ paymentCode }) => paymentCode}
        empty={<NoPayments isNarrowed={address.isNarrowed} />}
      />
    </>
  );
}

function useFilterTexts(linkId: string | null): FilterTexts<typeof paymentList> {
  const t = useTranslations("panel.paymentList");
  const options = useStateOptions();
  const { data: terminals } = useQuery(useTRPC().account.terminals.queryOptions());
  return {
    status: { label: t("status"), options: options("payment", paymentStates) },
    refunded: { label: t("refunded"), options: options("refunded", refundedStates) },
    source: { label: t("source"), options: options("source", paymentSources) },
    terminalId: {
      label: t("terminal"),
      options: terminals?.map(({ terminalId, name }) => ({ value: terminalId, label: name })),
    },
    linkId: useLinkFilter(linkId),
    amount: { label: t("amount") },
    created: { label: t("created") },
  };
}

/**
 * The filter by a payment link is set on the page of the link. It offers the link that the address named last, so that
 * the link can be removed and chosen again; until the address names one, it is not shown.
 */
function useLinkFilter(linkId: string | null): FilterText | null {
  const t = useTranslations("panel.paymentList");
  const trpc = useTRPC();
  const [lastId, setLastId] = useState(linkId);
  if (linkId !== null && linkId !== lastId) setLastId(linkId);
  const known = useQuery({ ...trpc.link.get.queryOptions({ linkId: lastId ?? "" }), enabled: lastId !== null });
  if (lastId === null) return null;
  return { label: t("link"), options: [{ value: lastId, label: known.data?.partnerReference.toString() ?? lastId }] };
}

function Actions({ query }: { query: ListQuery<typeof paymentList> }) {
  const t = useTranslations("panel.paymentList");
  const [mayCreate, mayExport] = [useMay("payment.create"), useMay("payment.export")];
  return (
    <>
      {mayExport && <ExportLinks path="/panel/export/payments" parameters={writeListQuery(paymentList, query)} />}
      {mayCreate && (
        <ButtonLink href={`${path}/new`} tone="primary">
          {t("create")}
        </ButtonLink>
      )}
    </>
  );
}

function NoPayments({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslations("panel.paymentList");
  const mayCreate = useMay("payment.create");
  if (isNarrowed) {
    return (
      <Empty title={t("noneTitle")} action={<ButtonLink href={path}>{t("clear")}</ButtonLink>}>
        {t("noneHelp")}
      </Empty>
    );
  }
  const create = <ButtonLink href={`${path}/new`}>{t("create")}</ButtonLink>;
  return (
    <Empty title={t("emptyTitle")} action={mayCreate ? create : null}>
      {t("emptyHelp")}
    </Empty>
  );
}
