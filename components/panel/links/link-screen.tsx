"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { useMay } from "../role";
import { ScreenSkeleton } from "../screen-skeleton";
import { useTRPC } from "../trpc";
import { StateBadge } from "../words/state-badge";
import { CancelLink } from "./cancel-link";
import { LinkFacts, LinkItems } from "./link-facts";
import { LinkPayments } from "./link-payments";
import { LinkTimeline } from "./link-timeline";
import { isOpen, type ShownLink } from "./link-types";
import { ShareLink } from "./share-link";
import { TimeLeft } from "./time-left";

/** How often a link that may still change is fetched again, in ms. */
const refetchEveryMs = 3_000;

/** One payment link. It is fetched again regularly, so that the screen shows the payment when it happens. */
export function LinkScreen({ linkId }: { linkId: string }) {
  const t = useTranslations("panel.link");
  const trpc = useTRPC();
  const client = useQueryClient();
  const {
    data: link,
    error,
    refetch,
  } = useQuery({
    ...trpc.link.get.queryOptions({ linkId }),
    refetchInterval: ({ state }) => (!state.data || isOpen(state.data.status) ? refetchEveryMs : false),
  });
  const timeline = useQuery(trpc.link.timeline.queryOptions({ linkId }));
  const changedAt = link?.updatedAt.getTime();
  const shownChangeAt = useRef(changedAt);
  useEffect(() => {
    if (shownChangeAt.current === changedAt) return;
    shownChangeAt.current = changedAt;
    // A change of the link adds an event to its timeline.
    void client.invalidateQueries(trpc.link.timeline.queryFilter({ linkId }));
  }, [changedAt, client, trpc, linkId]);
  if (!link) {
    return error ? (
      <>
        <PageHead title={t("failed")} back={{ href: "/panel/links", label: t("back") }} />
        <FailureNotice title={t("failed")} error={error} onRetry={refetch} />
      </>
    ) : (
      <ScreenSkeleton />
    );
  }
  return (
    <>
      <LinkHead link={link} />
      <Outcome link={link} charged={timeline.data?.payments.find(({ status }) => status === "captured")?.amountKurus} />
      {isOpen(link.status) && <ShareLink link={link} />}
      {link.items && <LinkItems items={link.items} amount={link.amount} />}
      {timeline.error ? (
        <FailureNotice error={timeline.error} onRetry={timeline.refetch} />
      ) : (
        <LinkPayments linkId={linkId} payments={timeline.data?.payments} hasOlder={timeline.data?.hasOlder ?? false} />
      )}
      <div className="grid gap-x-8 lg:grid-cols-2">
        <LinkFacts link={link} terminal={timeline.data?.terminal.name} />
        {!timeline.error && <LinkTimeline events={timeline.data?.events} />}
      </div>
    </>
  );
}

function LinkHead({ link }: { link: ShownLink }) {
  const t = useTranslations("panel.link");
  const language = useLanguage();
  const mayWrite = useMay("link.write");
  return (
    <PageHead
      title={t("title", { reference: link.partnerReference.toString() })}
      back={{ href: "/panel/links", label: t("back") }}
      actions={mayWrite && isOpen(link.status) ? <CancelLink link={link} /> : null}
    >
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="text-2xl font-semibold text-ink">{displayAmount(link.amount, language)}</span>
        <span role="status">
          <StateBadge kind="link" value={link.status} />
        </span>
        <span>
          {isOpen(link.status) ? (
            <>
              {t("expiresIn")} <TimeLeft until={link.expiresAt} now={link.now} />
            </>
          ) : (
            <>
              {t("expired")} <DateTime at={link.expiresAt} />
            </>
          )}
        </span>
      </p>
    </PageHead>
  );
}

/**
 * The outcome of a paid or cancelled link.
 * @param charged the captured amount in kuruş, with the buyer's share of the commission
 */
function Outcome({ link, charged }: { link: ShownLink; charged: bigint | undefined }) {
  const t = useTranslations("panel.link");
  const language = useLanguage();
  if (link.status !== "completed" && link.status !== "cancelled") return null;
  const isPaid = link.status === "completed";
  const amount = displayAmount(charged ?? link.amount, language);
  return (
    <div className="mb-8">
      <Notice tone={isPaid ? "good" : "quiet"} title={isPaid ? t("paidTitle", { amount }) : t("cancelledTitle")}>
        {isPaid ? t("paidHelp") : t("cancelledHelp", { amount })}
      </Notice>
    </div>
  );
}
