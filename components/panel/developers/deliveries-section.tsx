"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { LoadMore } from "@/components/ui/load-more";
import { Refreshing } from "@/components/ui/refreshing";
import {
  type DeliveryFilters,
  deliveryStatusFilters,
  eventTypes,
  readDeliveryFilters,
} from "@/server/domain/webhooks/delivery-filters";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { SelectField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { cursorPaging } from "../payments/cursor-paging";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { useStateWord } from "../words/state-badge";
import { deliveryListWords } from "./delivery-list-words";
import { DeliveryTable } from "./delivery-table";
import { toDeliveryPath, toSubjectPath, webhooksPath } from "./paths";
import { ResendFailedDialog } from "./resend-failed-dialog";

/** How often the first page is fetched again while a delivery is pending or was just resent, in ms. */
const refetchEveryMs = 3_000;
/** How long the list is fetched again after a resend, in ms. */
const followMs = 60_000;

/** The account's webhook deliveries: a filtered list with paging and resending. */
export function DeliveriesSection() {
  const t = useWords(deliveryListWords);
  const mayWrite = useMay("webhook.write");
  const [isResending, setResending] = useState(false);
  const [sent, setSent] = useState<{ count: number; at: number } | null>(null);
  return (
    <Section title={t.title} actions={mayWrite && <Button onClick={() => setResending(true)}>{t.resendAll}</Button>}>
      <FilterBar />
      <div aria-live="polite" className="mb-3 empty:hidden">
        {sent && <Notice tone="good" title={t.resending(sent.count)} />}
      </div>
      <Deliveries followedUntil={sent ? sent.at + followMs : 0} />
      {isResending && (
        <ResendFailedDialog
          onClose={(count) => {
            setResending(false);
            if (count !== null) setSent({ count, at: Date.now() });
          }}
        />
      )}
    </Section>
  );
}

/** Reads the filters from the URL and returns a function that changes them there. */
function useFilters() {
  const parameters = useSearchParams();
  const router = useRouter();
  const filters = readDeliveryFilters((name) => parameters.get(name));
  const change = (changes: Partial<DeliveryFilters>) => {
    const entries = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== null);
    const search = new URLSearchParams(entries as [string, string][]);
    router.push(search.size === 0 ? webhooksPath : `${webhooksPath}?${search}`, { scroll: false });
  };
  return { filters, change };
}

function FilterBar() {
  const t = useWords(deliveryListWords);
  const say = useStateWord();
  const { filters, change } = useFilters();
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-[12rem_16rem_auto] sm:items-end sm:justify-start">
      <SelectField
        label={t.status}
        value={filters.status ?? ""}
        onChange={({ target }) => change({ status: deliveryStatusFilters.find((one) => one === target.value) ?? null })}
      >
        <option value="">{t.any}</option>
        {deliveryStatusFilters.map((one) => (
          <option key={one} value={one}>
            {one === "failed" ? t.failed : say("delivery", one)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.type}
        value={filters.type ?? ""}
        onChange={({ target }) => change({ type: eventTypes.find((one) => one === target.value) ?? null })}
      >
        <option value="">{t.any}</option>
        {eventTypes.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      {(filters.status || filters.type) && (
        <div>
          <Button onClick={() => change({ status: null, type: null })}>{t.clear}</Button>
        </div>
      )}
    </div>
  );
}

function Deliveries({ followedUntil }: { followedUntil: number }) {
  const t = useWords(deliveryListWords);
  const trpc = useTRPC();
  const { filters } = useFilters();
  const list = useInfiniteQuery({
    ...trpc.webhook.list.infiniteQueryOptions(filters, {
      ...cursorPaging,
      placeholderData: keepPreviousData,
    }),
    refetchInterval: ({ state: { data } }) => {
      const hasUntried = data?.pages[0]?.items.some(({ attempts }) => attempts === 0) ?? false;
      return data?.pages.length === 1 && (hasUntried || Date.now() < followedUntil) ? refetchEveryMs : false;
    },
  });
  const { data, error, isPlaceholderData, isFetchNextPageError } = list;
  if (error && !isFetchNextPageError && !data) return <FailureNotice error={error} onRetry={list.refetch} />;
  const isNarrowed = filters.status !== null || filters.type !== null;
  return (
    <Refreshing isStale={isPlaceholderData}>
      <DeliveryTable
        rows={data?.pages.flatMap(({ items }) => items)}
        toHref={toDeliveryPath}
        toSubjectHref={toSubjectPath}
        empty={<Empty title={isNarrowed ? t.noneTitle : t.emptyTitle}>{isNarrowed ? t.noneHelp : t.emptyHelp}</Empty>}
      />
      <LoadMore list={list} />
    </Refreshing>
  );
}
