"use client";
import { useQuery } from "@tanstack/react-query";
import { Empty } from "../ui/empty";
import { Facts } from "../ui/facts";
import { FailureNotice } from "../ui/failure";
import { failureOf } from "../ui/failure-of";
import { useWords } from "../ui/language";
import { Moment } from "../ui/moment";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { Skeleton } from "../ui/skeleton";
import { PartnerDeliveries } from "./partner-deliveries";
import { PartnerState } from "./partner-state";
import type { PartnerDetail } from "./partner-types";
import { SendTest } from "./send-test";
import { useMayAsStaff } from "./staff-shell";
import { staffWords } from "./staff-words";
import { useTRPC } from "./trpc";

/** One merchant: what it may do, where it is told of events, and what became of them. */
export function PartnerScreen({ partnerId }: { partnerId: string }) {
  const said = useWords(staffWords);
  const partner = useQuery(useTRPC().partner.get.queryOptions({ partnerId }));
  const mayTest = useMayAsStaff("webhook.test");
  const isMissing = failureOf(partner.error).code === "not_found";
  return (
    <>
      <PageHead
        back={{ href: "/staff", label: said.partners }}
        title={partner.data?.name ?? partnerId}
        actions={partner.data && mayTest && <SendTest partner={partner.data} />}
      >
        <span className="font-mono text-xs wrap-anywhere">{partnerId}</span>
      </PageHead>
      {isMissing && <Empty title={said.missing} />}
      {partner.isError && !isMissing && (
        <FailureNotice error={partner.error} onRetry={() => partner.refetch()} />
      )}
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
  const said = useWords(staffWords);
  const { counts, heldSince, holdReason } = partner;
  return (
    <Section title={said.account}>
      <Facts
        facts={[
          { term: said.status, value: <PartnerState status={partner.status} isHeld={false} /> },
          { term: said.acceptance, value: partner.acceptanceHeld ? said.held : said.accepts },
          ...(heldSince ? [{ term: said.since, value: <Moment at={heldSince} /> }] : []),
          ...(partner.acceptanceHeld && holdReason
            ? [{ term: said.reason, value: said.reasons[holdReason] }]
            : []),
          { term: said.links, value: partner.paymentLinksEnabled ? said.on : said.off },
          {
            term: said.address,
            value: (
              <span className="font-mono text-xs wrap-anywhere">{partner.webhookUrl ?? said.noAddress}</span>
            ),
          },
          { term: said.terminals, value: said.ofTerminals(counts.activeTerminals, counts.terminals) },
          { term: said.users, value: counts.users },
          { term: said.apiKeys, value: counts.apiKeys },
          {
            term: said.lastPayment,
            value: counts.lastPaymentAt ? <Moment at={counts.lastPaymentAt} /> : said.never,
          },
          { term: said.created, value: <Moment at={partner.createdAt} style="day" /> },
        ]}
      />
    </Section>
  );
}
