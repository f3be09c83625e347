"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { BeingRead } from "../../ui/being-read";
import { ButtonLink } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { addressOf, isNarrowed, type LinkFilter, listInput, readLinkFilter } from "./link-filter";
import { LinkFilters } from "./link-filters";
import { LinkTable } from "./link-table";
import { linksWords } from "./links-words";

/** How often a list with a payment under way looks again, ms. */
const lookAgainMs = 5_000;

/** The account's payment links. */
export function LinksScreen() {
  const said = useWords(linksWords);
  const parameters = useSearchParams();
  const filter = readLinkFilter((name) => parameters.getAll(name));
  const trpc = useTRPC();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...trpc.link.list.queryOptions(listInput(filter)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === "initiated") ? lookAgainMs : false,
  });
  /** Nothing was ever created: there is nothing to choose from either. */
  const isBare = data?.items.length === 0 && filter.page === 0 && !isNarrowed(filter);
  const mayCreate = useMay("link.write");
  const create = (
    <ButtonLink href="/panel/links/new" tone="primary">
      {said.create}
    </ButtonLink>
  );
  return (
    <>
      <PageHead title={said.title} actions={mayCreate ? create : null} />
      {!isBare && <LinkFilters filter={filter} />}
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <BeingRead isOld={isPlaceholderData}>
          <LinkTable links={data?.items} now={data?.now} empty={<NoLinks filter={filter} />} />
          <Pages filter={filter} hasMore={data?.hasMore ?? false} />
        </BeingRead>
      )}
    </>
  );
}

function NoLinks({ filter }: { filter: LinkFilter }) {
  const said = useWords(linksWords);
  const mayCreate = useMay("link.write");
  if (filter.page > 0) return <Empty title={said.beyondTitle}>{said.beyondHelp}</Empty>;
  if (isNarrowed(filter)) {
    const clear = <ButtonLink href="/panel/links">{said.clear}</ButtonLink>;
    return (
      <Empty title={said.noneTitle} action={clear}>
        {said.noneHelp}
      </Empty>
    );
  }
  const first = (
    <ButtonLink href="/panel/links/new" tone="primary">
      {said.emptyAction}
    </ButtonLink>
  );
  return (
    <Empty title={said.emptyTitle} action={mayCreate ? first : null}>
      {said.emptyHelp}
    </Empty>
  );
}

function Pages({ filter, hasMore }: { filter: LinkFilter; hasMore: boolean }) {
  const said = useWords(linksWords);
  const { page } = filter;
  if (page === 0 && !hasMore) return null;
  return (
    <nav aria-label={said.pages} className="mt-4 flex flex-wrap items-center justify-end gap-3">
      <span className="text-ink-soft">{said.page(page + 1)}</span>
      {page > 0 && <ButtonLink href={addressOf({ ...filter, page: page - 1 })}>{said.previous}</ButtonLink>}
      {hasMore && <ButtonLink href={addressOf({ ...filter, page: page + 1 })}>{said.next}</ButtonLink>}
    </nav>
  );
}
