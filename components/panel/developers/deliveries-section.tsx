"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import {
  type DeliveryFilters,
  deliveryStatusFilters,
  eventTypes,
  readDeliveryFilters,
} from "@/server/domain/webhooks/delivery-address";
import { BeingRead } from "../../ui/being-read";
import { Button } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { SelectField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { More } from "../../ui/more";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { pageByPage } from "../payments/page-by-page";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { useStateWord } from "../words/state-of";
import { deliveriesWords } from "./deliveries-words";
import { DeliveryTable } from "./delivery-table";
import { deliveryHref, subjectHref, webhooksPlace } from "./places";
import { ResendFailedDialog } from "./resend-failed-dialog";

/** How often a first page looks again: where something is on its way, and for a while after something was sent again. ms. */
const lookAgainMs = 3_000;
const followMs = 60_000;

/** What became of the account's webhooks: narrowed, page by page, and sent again. */
export function DeliveriesSection() {
  const said = useWords(deliveriesWords);
  const mayWrite = useMay("webhook.write");
  const [isResending, setResending] = useState(false);
  const [sent, setSent] = useState<{ count: number; at: number } | null>(null);
  return (
    <Section
      title={said.title}
      actions={mayWrite && <Button onClick={() => setResending(true)}>{said.resendAll}</Button>}
    >
      <FilterBar />
      <div aria-live="polite" className="mb-3 empty:hidden">
        {sent && <Notice tone="good" title={said.resending(sent.count)} />}
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

/** What the address asks for, and the way to ask for something else. */
function useFilters() {
  const parameters = useSearchParams();
  const router = useRouter();
  const filters = readDeliveryFilters((name) => parameters.get(name));
  const change = (changes: Partial<DeliveryFilters>) => {
    const said = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== null);
    const search = new URLSearchParams(said as [string, string][]);
    router.push(search.size === 0 ? webhooksPlace : `${webhooksPlace}?${search}`, { scroll: false });
  };
  return { filters, change };
}

function FilterBar() {
  const said = useWords(deliveriesWords);
  const say = useStateWord();
  const { filters, change } = useFilters();
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-[12rem_16rem_auto] sm:items-end sm:justify-start">
      <SelectField
        label={said.status}
        value={filters.status ?? ""}
        onChange={({ target }) =>
          change({ status: deliveryStatusFilters.find((one) => one === target.value) ?? null })
        }
      >
        <option value="">{said.any}</option>
        {deliveryStatusFilters.map((one) => (
          <option key={one} value={one}>
            {one === "failed" ? said.failed : say("delivery", one)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={said.type}
        value={filters.type ?? ""}
        onChange={({ target }) => change({ type: eventTypes.find((one) => one === target.value) ?? null })}
      >
        <option value="">{said.any}</option>
        {eventTypes.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      {(filters.status || filters.type) && (
        <div>
          <Button onClick={() => change({ status: null, type: null })}>{said.clear}</Button>
        </div>
      )}
    </div>
  );
}

function Deliveries({ followedUntil }: { followedUntil: number }) {
  const said = useWords(deliveriesWords);
  const trpc = useTRPC();
  const { filters } = useFilters();
  const list = useInfiniteQuery({
    ...trpc.webhook.list.infiniteQueryOptions(filters, { ...pageByPage, placeholderData: keepPreviousData }),
    refetchInterval: ({ state: { data } }) => {
      const isUnderWay = data?.pages[0]?.items.some(({ attempts }) => attempts === 0) ?? false;
      return data?.pages.length === 1 && (isUnderWay || Date.now() < followedUntil) ? lookAgainMs : false;
    },
  });
  const { data, error, isPlaceholderData, isFetchNextPageError } = list;
  if (error && !isFetchNextPageError && !data) return <FailureNotice error={error} onRetry={list.refetch} />;
  const isNarrowed = filters.status !== null || filters.type !== null;
  return (
    <BeingRead isOld={isPlaceholderData}>
      <DeliveryTable
        rows={data?.pages.flatMap(({ items }) => items)}
        hrefOf={deliveryHref}
        subjectHrefOf={subjectHref}
        empty={
          <Empty title={isNarrowed ? said.noneTitle : said.emptyTitle}>
            {isNarrowed ? said.noneHelp : said.emptyHelp}
          </Empty>
        }
      />
      <More list={list} />
    </BeingRead>
  );
}
