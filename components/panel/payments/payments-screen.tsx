"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { filtersOf, paymentParameters } from "@/server/domain/payments/payment-address";
import { BeingRead } from "../../ui/being-read";
import { ButtonLink } from "../../ui/button";
import { DownloadLink } from "../../ui/download-link";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { More } from "../../ui/more";
import { PageHead } from "../../ui/page-head";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { listWords } from "./list-words";
import { pageByPage } from "./page-by-page";
import { PaymentFilterBar } from "./payment-filter-bar";
import { PaymentTable } from "./payment-table";
import { isNarrowed, paymentsPlace, usePaymentQuery } from "./use-payment-query";

/** How often a first page with a payment under way looks again, ms. */
const lookAgainMs = 5_000;

/** The account's payments: looked for, narrowed, page by page. */
export function PaymentsScreen() {
  const said = useWords(listWords);
  const { query } = usePaymentQuery();
  const trpc = useTRPC();
  const list = useInfiniteQuery({
    ...trpc.payment.list.infiniteQueryOptions(filtersOf(query), {
      ...pageByPage,
      placeholderData: keepPreviousData,
    }),
    refetchInterval: ({ state: { data } }) => (isUnderWay(data?.pages) ? lookAgainMs : false),
  });
  const { data, error, isPlaceholderData, isFetchNextPageError } = list;
  const payments = data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <PageHead title={said.title} actions={<Actions />} />
      <PaymentFilterBar />
      {error && !data && !isFetchNextPageError ? (
        <FailureNotice error={error} onRetry={list.refetch} />
      ) : (
        <BeingRead isOld={isPlaceholderData}>
          <PaymentTable payments={payments} empty={<NoPayments isNarrowed={isNarrowed(query)} />} />
          <More list={list} />
        </BeingRead>
      )}
    </>
  );
}

type Pages = readonly { readonly items: readonly { readonly status: string }[] }[];

/** Whoever has gone further is reading: nothing moves under their eyes. */
const isUnderWay = (pages: Pages | undefined): boolean =>
  pages?.length === 1 && (pages[0]?.items.some(({ status }) => status === "initiated") ?? false);

function Actions() {
  const said = useWords(listWords);
  const language = useLanguage();
  const { query } = usePaymentQuery();
  const [mayCreate, mayExport] = [useMay("payment.create"), useMay("payment.export")];
  const parameters = paymentParameters(query);
  parameters.set("lang", language);
  return (
    <>
      {mayExport && (
        <DownloadLink href={`/panel/export/payments.csv?${parameters}`}>{said.download}</DownloadLink>
      )}
      {mayCreate && (
        <ButtonLink href={`${paymentsPlace}/new`} tone="primary">
          {said.create}
        </ButtonLink>
      )}
    </>
  );
}

function NoPayments({ isNarrowed }: { isNarrowed: boolean }) {
  const said = useWords(listWords);
  const mayCreate = useMay("payment.create");
  if (isNarrowed) {
    return (
      <Empty title={said.noneTitle} action={<ButtonLink href={paymentsPlace}>{said.clear}</ButtonLink>}>
        {said.noneHelp}
      </Empty>
    );
  }
  const create = <ButtonLink href={`${paymentsPlace}/new`}>{said.create}</ButtonLink>;
  return (
    <Empty title={said.emptyTitle} action={mayCreate ? create : null}>
      {said.emptyHelp}
    </Empty>
  );
}
