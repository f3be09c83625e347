"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DeliveryTable } from "../panel/developers/delivery-table";
import { Empty } from "../ui/empty";
import { FailureNotice } from "../ui/failure";
import { SelectField } from "../ui/field";
import { useWords } from "../ui/language";
import { LoadMore } from "../ui/load-more";
import { Section } from "../ui/section";
import type { PartnerDetail } from "./partner-types";
import { staffWords } from "./staff-words";
import { useTRPC } from "./trpc";

const filters = ["failed", "pending", "delivered"] as const;
type Filter = (typeof filters)[number];

/**
 * A merchant's webhook deliveries, newest first. They are fetched again regularly while only the first page is open.
 */
export function PartnerDeliveries({ partner: { partnerId, counts } }: { partner: PartnerDetail }) {
  const t = useWords(staffWords);
  const [status, setStatus] = useState<Filter | null>(null);
  const list = useInfiniteQuery(
    useTRPC().partner.deliveries.infiniteQueryOptions(
      { partnerId, status },
      {
        getNextPageParam: ({ nextCursor }) => nextCursor,
        refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? false : 4_000),
      },
    ),
  );
  const rows = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Section
      title={t.deliveries}
      actions={
        <SelectField
          label={<span className="sr-only">{t.deliveryFilter}</span>}
          value={status ?? ""}
          onChange={({ currentTarget: { value } }) => setStatus(filters.find((filter) => filter === value) ?? null)}
        >
          <option value="">{t.all}</option>
          {filters.map((filter) => (
            <option key={filter} value={filter}>
              {t[filter]}
            </option>
          ))}
        </SelectField>
      }
    >
      <p className="mb-3 text-ink-soft">
        {t.counted(counts.deliveries, counts.failedDeliveries, counts.pendingDeliveries)}
      </p>
      {list.isError && !rows ? (
        <FailureNotice error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <DeliveryTable
          rows={rows}
          toHref={(id) => `/staff/partners/${partnerId}/deliveries/${id}`}
          empty={<Empty title={t.noDeliveries} />}
        />
      )}
      <LoadMore list={list} />
    </Section>
  );
}
