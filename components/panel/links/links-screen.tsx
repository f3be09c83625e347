"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { Refreshing } from "@/components/ui/refreshing";
import { ButtonLink } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { isNarrowed, type LinkFilter, readLinkFilter, toLinkListPath, toListInput } from "./link-filter";
import { LinkFilterBar } from "./link-filter-bar";
import { linkListWords } from "./link-list-words";
import { LinkTable } from "./link-table";

/** How often a list with a payment in progress is fetched again, in ms. */
const refetchEveryMs = 5_000;

/** The account's payment links. */
export function LinksScreen() {
  const t = useWords(linkListWords);
  const parameters = useSearchParams();
  const filter = readLinkFilter((name) => parameters.getAll(name));
  const trpc = useTRPC();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...trpc.link.list.queryOptions(toListInput(filter)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === "initiated") ? refetchEveryMs : false,
  });
  // An account without any link needs no filters.
  const hasNoLinks = data?.items.length === 0 && filter.page === 0 && !isNarrowed(filter);
  const mayCreate = useMay("link.write");
  const create = (
    <ButtonLink href="/panel/links/new" tone="primary">
      {t.create}
    </ButtonLink>
  );
  return (
    <>
      <PageHead title={t.title} actions={mayCreate ? create : null} />
      {!hasNoLinks && <LinkFilterBar filter={filter} />}
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <Refreshing isStale={isPlaceholderData}>
          <LinkTable links={data?.items} now={data?.now} empty={<NoLinks filter={filter} />} />
          <Pages filter={filter} hasMore={data?.hasMore ?? false} />
        </Refreshing>
      )}
    </>
  );
}

function NoLinks({ filter }: { filter: LinkFilter }) {
  const t = useWords(linkListWords);
  const mayCreate = useMay("link.write");
  if (filter.page > 0) return <Empty title={t.beyondTitle}>{t.beyondHelp}</Empty>;
  if (isNarrowed(filter)) {
    const clear = <ButtonLink href="/panel/links">{t.clear}</ButtonLink>;
    return (
      <Empty title={t.noneTitle} action={clear}>
        {t.noneHelp}
      </Empty>
    );
  }
  const first = (
    <ButtonLink href="/panel/links/new" tone="primary">
      {t.emptyAction}
    </ButtonLink>
  );
  return (
    <Empty title={t.emptyTitle} action={mayCreate ? first : null}>
      {t.emptyHelp}
    </Empty>
  );
}

function Pages({ filter, hasMore }: { filter: LinkFilter; hasMore: boolean }) {
  const t = useWords(linkListWords);
  const { page } = filter;
  if (page === 0 && !hasMore) return null;
  return (
    <nav aria-label={t.pages} className="mt-4 flex flex-wrap items-center justify-end gap-3">
      <span className="text-ink-soft">{t.page(page + 1)}</span>
      {page > 0 && <ButtonLink href={toLinkListPath({ ...filter, page: page - 1 })}>{t.previous}</ButtonLink>}
      {hasMore && <ButtonLink href={toLinkListPath({ ...filter, page: page + 1 })}>{t.next}</ButtonLink>}
    </nav>
  );
}
