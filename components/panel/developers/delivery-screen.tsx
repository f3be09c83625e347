"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { momentText } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { useMay } from "../role";
import { ScreenSkeleton } from "../screen-skeleton";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import { AskDialog } from "./ask-dialog";
import { DeliveryView } from "./delivery-view";
import { outcomeText } from "./delivery-words";
import { subjectHref, webhooksPlace } from "./places";
import { resendWords } from "./resend-words";

/** How often a delivery that is on its way is looked at again, ms. */
const lookEveryMs = 3_000;

/** One delivery with all that was tried, and sending it again. */
export function DeliveryScreen({ deliveryId }: { deliveryId: string }) {
  const said = useWords(resendWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.webhook.delivery.queryOptions({ deliveryId }),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? lookEveryMs : false),
  });
  if (!data && !error) return <ScreenSkeleton />;
  return (
    <>
      <PageHead
        title={data ? <span className="font-mono">{data.type}</span> : said.delivery}
        back={{ href: webhooksPlace, label: said.back }}
      >
        <span className="font-mono text-xs wrap-anywhere">{deliveryId}</span>
      </PageHead>
      {data ? (
        <>
          <Resend deliveryId={deliveryId} isResendable={data.isResendable} until={data.resendableUntil} />
          <DeliveryView delivery={data} headers={data.headers} subjectHrefOf={subjectHref} />
        </>
      ) : (
        <FailureNotice error={error} onRetry={refetch} />
      )}
    </>
  );
}

function Resend({
  deliveryId,
  isResendable,
  until,
}: {
  deliveryId: string;
  isResendable: boolean;
  until: Date;
}) {
  const said = useWords(resendWords);
  const language = useLanguage();
  const mayWrite = useMay("webhook.write");
  const trpc = useTRPC();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { act, isBusy, error, result, confirmation } = useAct(
    trpc.webhook.resend.mutationOptions({
      onSuccess: () =>
        Promise.all([
          client.invalidateQueries(trpc.webhook.delivery.queryFilter({ deliveryId })),
          client.invalidateQueries(trpc.webhook.list.pathFilter()),
        ]),
    }),
  );
  if (!mayWrite) return null;
  return (
    <div className="mb-6">
      {isResendable ? (
        <Button onClick={() => setAsking(true)}>{said.resend}</Button>
      ) : (
        <p className="text-ink-soft">{said.tooOld}</p>
      )}
      <div aria-live="polite" className="mt-3 empty:hidden">
        {result && !isAsking && (
          <Notice
            tone={result.errorClass === null ? "good" : "bad"}
            title={result.errorClass === null ? said.arrived : said.notArrived}
          >
            {outcomeText(result, language)}
          </Notice>
        )}
      </div>
      {isAsking && (
        <AskDialog
          title={said.ask}
          text={said.askText(momentText(until, language))}
          yes={said.resend}
          no={said.cancel}
          failed={said.failed}
          isBusy={isBusy}
          error={error}
          onYes={() => act({ deliveryId }, () => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
      {confirmation}
    </div>
  );
}
