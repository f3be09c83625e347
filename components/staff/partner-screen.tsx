"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DeliveryTable } from "../panel/developers/delivery-table";
import { DateTime } from "../ui/date-time";
import { Empty } from "../ui/empty";
import { Facts } from "../ui/facts";
import { FailureNotice } from "../ui/failure";
import { SelectField } from "../ui/field";
import { useWords } from "../ui/language";
import { LoadMore } from "../ui/load-more";
import { PageHead } from "../ui/page-head";
import { readFailure } from "../ui/read-failure";
import { Section } from "../ui/section";
import { Skeleton } from "../ui/skeleton";
import { PartnerState } from "./partner-state";
import type { PartnerDetail } from "./partner-types";
import { SendTest } from "./send-test";
import { useMayAsStaff } from "./staff-shell";
import { staffWords } from "./staff-words";
import { useTRPC } from "./trpc";

/** One merchant: its permissions, its webhook URL and its webhook deliveries. */
export function PartnerScreen({ partnerId }: { partnerId: string }) {
  const t = useWords(staffWords);
  const partner = useQuery(useTRPC().partner.get.queryOptions({ partnerId }));
  const mayTest = useMayAsStaff("webhook.test");
  const isMissing = readFailure(partner.error).code === "not_found";
  return (
    <>
      <PageHead
        back={{ href: "/staff", label: t.partners }}
        title={partner.data?.name ?? partnerId}
        actions={partner.data && mayTest && <SendTest partner={partner.data} />}
      >
        <span className="font-mono text-xs wrap-anywhere">{partnerId}</span>
      </PageHead>
      {isMissing && <Empty title={t.missing} />}
      {partner.isError && !isMissing && <FailureNotice error={partner.error} onRetry={() => partner.refetch()} />}
      {partner.isPending && <Skeleton className="h-96 w-full" />}
      {partner.data && (
        <>
          <Account partner={partner.data} />
          <PartnerDeliveries partner={partner.data} />
        </>
      )}
    </>
  );
}

function Account({ partner }: { partner: PartnerDetail }) {
  const t = useWords(staffWords);
  const { counts, heldSince, holdReason } = partner;
  return (
    <Section title={t.account}>
      <Facts
        facts={[
          { term: t.status, value: <PartnerState status={partner.status} isHeld={false} /> },
          { term: t.acceptance, value: partner.acceptanceHeld ? t.held : t.accepts },
          ...(heldSince ? [{ term: t.since, value: <DateTime at={heldSince} /> }] : []),
          ...(partner.acceptanceHeld && holdReason ? [{ term: t.reason, value: t.reasons[holdReason] }] : []),
          { term: t.links, value: partner.paymentLinksEnabled ? t.on : t.off },
          {
            term: t.address,
            value: <span className="font-mono text-xs wrap-anywhere">{partner.webhookUrl ?? t.noAddress}</span>,
          },
          { term: t.terminals, value: t.ofTerminals(counts.activeTerminals, counts.terminals) },
          { term: t.users, value: counts.users },
          { term: t.apiKeys, value: counts.apiKeys },
          {
            term: t.lastPayment,
            value: counts.lastPaymentAt ? <DateTime at={counts.lastPaymentAt} /> : t.never,
          },
          { term: t.created, value: <DateTime at={partner.createdAt} style="day" /> },
        ]}
      />
    </Section>
  );
}

const filters = ["failed", "pending", "delivered"] as const;
type Filter = (typeof filters)[number];

/**
 * A merchant's webhook deliveries, newest first. They are fetched again regularly while only the first page is open.
 */
function PartnerDeliveries({ partner: { partnerId, counts } }: { partner: PartnerDetail }) {
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
