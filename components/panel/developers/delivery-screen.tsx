"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { dateTimeText } from "@/components/ui/date-time";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { useMay } from "../role";
import { ScreenSkeleton } from "../screen-skeleton";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { AskDialog } from "./ask-dialog";
import { DeliveryView } from "./delivery-view";
import { outcomeText } from "./delivery-words";
import { toSubjectPath, webhooksPath } from "./paths";

/** How often a pending delivery is fetched again, in ms. */
const refetchEveryMs = 3_000;

/** One webhook delivery with all its attempts and the resend action. */
export function DeliveryScreen({ deliveryId }: { deliveryId: string }) {
  const t = useTranslations("shared.resend");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.webhook.delivery.queryOptions({ deliveryId }),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? refetchEveryMs : false),
  });
  if (!data && !error) return <ScreenSkeleton />;
  return (
    <>
      <PageHead
        title={data ? <span className="font-mono">{data.type}</span> : t("delivery")}
        back={{ href: webhooksPath, label: t("back") }}
      >
        <span className="font-mono text-xs wrap-anywhere">{deliveryId}</span>
      </PageHead>
      {data ? (
        <>
          <Resend deliveryId={deliveryId} isResendable={data.isResendable} until={data.resendableUntil} />
          <DeliveryView delivery={data} headers={data.headers} toSubjectHref={toSubjectPath} />
        </>
      ) : (
        <FailureNotice error={error} onRetry={refetch} />
      )}
    </>
  );
}

function Resend({ deliveryId, isResendable, until }: { deliveryId: string; isResendable: boolean; until: Date }) {
  const t = useTranslations("shared.resend");
  const words = useTranslations("shared.delivery");
  const language = useLanguage();
  const mayWrite = useMay("webhook.write");
  const trpc = useTRPC();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isBusy, error, result, confirmation } = useMutationWithConfirmation(
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
        <Button onClick={() => setAsking(true)}>{t("resend")}</Button>
      ) : (
        <p className="text-ink-soft">{t("tooOld")}</p>
      )}
      <div aria-live="polite" className="mt-3 empty:hidden">
        {result && !isAsking && (
          <Notice
            tone={result.errorClass === null ? "good" : "bad"}
            title={result.errorClass === null ? t("arrived") : t("notArrived")}
          >
            {outcomeText(result, words)}
          </Notice>
        )}
      </div>
      {isAsking && (
        <AskDialog
          title={t("ask")}
          text={t("askText", { until: dateTimeText(until, language) })}
          yes={t("resend")}
          no={t("cancel")}
          failed={t("failed")}
          isBusy={isBusy}
          error={error}
          onYes={() => mutate({ deliveryId }, () => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
      {confirmation}
    </div>
  );
}
