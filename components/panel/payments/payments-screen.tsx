"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { LoadMore } from "@/components/ui/load-more";
import { Refreshing } from "@/components/ui/refreshing";
import { paymentParameters, toPaymentFilters } from "@/server/domain/payments/payment-query";
import { ButtonLink } from "../../ui/button";
import { DownloadLink } from "../../ui/download-link";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { cursorPaging } from "./cursor-paging";
import { listWords } from "./list-words";
import { PaymentFilterBar } from "./payment-filter-bar";
import { PaymentTable } from "./payment-table";
import { isNarrowed, paymentsPath, usePaymentQuery } from "./use-payment-query";

/** How often the first page is fetched again while it shows a payment in progress, in ms. */
const refetchEveryMs = 5_000;

/** The account's payments with search, filters and paging. */
export function PaymentsScreen() {
  const t = useWords(listWords);
  const { query } = usePaymentQuery();
  const trpc = useTRPC();
  const list = useInfiniteQuery({
    ...trpc.payment.list.infiniteQueryOptions(toPaymentFilters(query), {
      ...cursorPaging,
      placeholderData: keepPreviousData,
    }),
    refetchInterval: ({ state: { data } }) => (shouldRefetch(data?.pages) ? refetchEveryMs : false),
  });
  const { data, error, isPlaceholderData, isFetchNextPageError } = list;
  const payments = data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <PageHead title={t.title} actions={<Actions />} />
      <PaymentFilterBar />
      {error && !data && !isFetchNextPageError ? (
        <FailureNotice error={error} onRetry={list.refetch} />
      ) : (
        <Refreshing isStale={isPlaceholderData}>
          <PaymentTable payments={payments} empty={<NoPayments isNarrowed={isNarrowed(query)} />} />
          <LoadMore list={list} />
        </Refreshing>
      )}
    </>
  );
}

type Pages = readonly { readonly items: readonly { readonly status: string }[] }[];

/**
 * Returns whether to fetch the list again. It is not fetched once the user has loaded more pages, so that no row moves.
 */
const shouldRefetch = (pages: Pages | undefined): boolean =>
  pages?.length === 1 && (pages[0]?.items.some(({ status }) => status === "initiated") ?? false);

function Actions() {
  const t = useWords(listWords);
  const language = useLanguage();
  const { query } = usePaymentQuery();
  const [mayCreate, mayExport] = [useMay("payment.create"), useMay("payment.export")];
  const parameters = paymentParameters(query);
  parameters.set("lang", language);
  return (
    <>
      {mayExport && <DownloadLink href={`/panel/export/payments.csv?${parameters}`}>{t.download}</DownloadLink>}
      {mayCreate && (
        <ButtonLink href={`${paymentsPath}/new`} tone="primary">
          {t.create}
        </ButtonLink>
      )}
    </>
  );
}

function NoPayments({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useWords(listWords);
  const mayCreate = useMay("payment.create");
  if (isNarrowed) {
    return (
      <Empty title={t.noneTitle} action={<ButtonLink href={paymentsPath}>{t.clear}</ButtonLink>}>
        {t.noneHelp}
      </Empty>
    );
  }
  const create = <ButtonLink href={`${paymentsPath}/new`}>{t.create}</ButtonLink>;
  return (
    <Empty title={t.emptyTitle} action={mayCreate ? create : null}>
      {t.emptyHelp}
    </Empty>
  );
}
