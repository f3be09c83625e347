"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { displayAmount } from "@/server/domain/money";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { useMay } from "../role";
import { ScreenSkeleton } from "../screen-skeleton";
import { useTRPC } from "../trpc";
import { StateOf } from "../words/state-of";
import { CancelLink } from "./cancel-link";
import { LinkFacts, LinkItems } from "./link-facts";
import { LinkPayments } from "./link-payments";
import { LinkTimeline } from "./link-timeline";
import { isOpen, type ShownLink } from "./link-type";
import { linkWords } from "./link-words";
import { ShareLink } from "./share-link";
import { TimeLeft } from "./time-left";

/** How often a link that may still change is looked at, ms. */
const lookAgainMs = 3_000;

/** One payment link: it turns to paid in front of who looks at it. */
export function LinkScreen({ linkId }: { linkId: string }) {
  const said = useWords(linkWords);
  const trpc = useTRPC();
  const client = useQueryClient();
  const {
    data: link,
    error,
    refetch,
  } = useQuery({
    ...trpc.link.get.queryOptions({ linkId }),
    refetchInterval: ({ state }) => (!state.data || isOpen(state.data.status) ? lookAgainMs : false),
  });
  const timeline = useQuery(trpc.link.timeline.queryOptions({ linkId }));
  const changedAt = link?.updatedAt.getTime();
  const toldUntil = useRef(changedAt);
  useEffect(() => {
    if (toldUntil.current === changedAt) return;
    toldUntil.current = changedAt;
    // What changed the link is in its story as well.
    void client.invalidateQueries(trpc.link.timeline.queryFilter({ linkId }));
  }, [changedAt, client, trpc, linkId]);
  if (!link) {
    return error ? (
      <>
        <PageHead title={said.failed} back={{ href: "/panel/links", label: said.back }} />
        <FailureNotice title={said.failed} error={error} onRetry={refetch} />
      </>
    ) : (
      <ScreenSkeleton />
    );
  }
  return (
    <>
      <LinkHead link={link} />
      <Outcome
        link={link}
        charged={timeline.data?.payments.find(({ status }) => status === "captured")?.amountKurus}
      />
      {isOpen(link.status) && <ShareLink link={link} />}
      {link.items && <LinkItems items={link.items} amount={link.amount} />}
      {timeline.error ? (
        <FailureNotice error={timeline.error} onRetry={timeline.refetch} />
      ) : (
        <LinkPayments payments={timeline.data?.payments} hasOlder={timeline.data?.hasOlder ?? false} />
      )}
      <div className="grid gap-x-8 lg:grid-cols-2">
        <LinkFacts link={link} terminal={timeline.data?.terminal.name} />
        {!timeline.error && <LinkTimeline moments={timeline.data?.moments} />}
      </div>
    </>
  );
}

function LinkHead({ link }: { link: ShownLink }) {
  const said = useWords(linkWords);
  const language = useLanguage();
  const mayWrite = useMay("link.write");
  return (
    <PageHead
      title={said.title(link.partnerReference.toString())}
      back={{ href: "/panel/links", label: said.back }}
      actions={mayWrite && isOpen(link.status) ? <CancelLink link={link} /> : null}
    >
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="text-2xl font-semibold text-ink">{displayAmount(link.amount, language)}</span>
        <span role="status">
          <StateOf kind="link" value={link.status} />
        </span>
        <span>
          {isOpen(link.status) ? (
            <>
              {said.expiresIn} <TimeLeft until={link.expiresAt} now={link.now} />
            </>
          ) : (
            <>
              {said.expired} <Moment at={link.expiresAt} />
            </>
          )}
        </span>
      </p>
    </PageHead>
  );
}

/** What happened, where something has. @param charged with the buyer's share of the commission, kuruş */
function Outcome({ link, charged }: { link: ShownLink; charged: bigint | undefined }) {
  const said = useWords(linkWords);
  const language = useLanguage();
  if (link.status !== "completed" && link.status !== "cancelled") return null;
  const isPaid = link.status === "completed";
  const amount = displayAmount(charged ?? link.amount, language);
  return (
    <div className="mb-8">
      <Notice tone={isPaid ? "good" : "quiet"} title={isPaid ? said.paidTitle(amount) : said.cancelledTitle}>
        {isPaid ? said.paidHelp : said.cancelledHelp(amount)}
      </Notice>
    </div>
  );
}
