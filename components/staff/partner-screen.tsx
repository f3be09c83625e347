"use client";
import { useQuery } from "@tanstack/react-query";
import { DateTime } from "../ui/date-time";
import { Empty } from "../ui/empty";
import { Facts } from "../ui/facts";
import { FailureNotice } from "../ui/failure";
import { useWords } from "../ui/language";
import { PageHead } from "../ui/page-head";
import { readFailure } from "../ui/read-failure";
import { Section } from "../ui/section";
import { Skeleton } from "../ui/skeleton";
import { PartnerDeliveries } from "./partner-deliveries";
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
