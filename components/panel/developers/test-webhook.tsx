"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { TextLink } from "../../ui/text-link";
import { useTRPC } from "../trpc";
import { outcomeText } from "./delivery-words";
import { webhookWords } from "./webhook-words";

/** How often the result of a test is fetched again, in ms. */
const refetchEveryMs = 2_000;

/** Sends a test webhook and shows its result as soon as it is known. */
export function TestWebhook() {
  const t = useWords(webhookWords);
  const trpc = useTRPC();
  const client = useQueryClient();
  const test = useMutation(
    trpc.webhook.test.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.webhook.list.pathFilter()),
    }),
  );
  return (
    <div className="mt-3">
      <Button isBusy={test.isPending} onClick={() => test.mutate()}>
        {t.test}
      </Button>
      <div aria-live="polite" className="mt-3 empty:hidden">
        {test.error && <FailureNotice error={test.error} title={t.failed} />}
        {test.data &&
          (test.data.deliveryId === null ? (
            <Notice tone="warn">{t.testNoAddress}</Notice>
          ) : (
            <TestResult key={test.data.deliveryId} deliveryId={test.data.deliveryId} />
          ))}
      </div>
    </div>
  );
}

/**
 * The result of a test. The delivery record is created shortly after the request; until then the query finds nothing.
 */
function TestResult({ deliveryId }: { deliveryId: string }) {
  const t = useWords(webhookWords);
  const language = useLanguage();
  const trpc = useTRPC();
  const { data } = useQuery({
    ...trpc.webhook.delivery.queryOptions({ deliveryId }),
    refetchInterval: ({ state }) => (state.data && state.data.attempts > 0 ? false : refetchEveryMs),
  });
  if (!data?.lastResult) return <Notice tone="info" title={t.testSent} />;
  const isDelivered = data.status === "delivered";
  const title = isDelivered ? t.testArrived : data.nextAttemptAt ? t.testRetried : t.testFailed;
  return (
    <Notice tone={isDelivered ? "good" : "bad"} title={title}>
      {outcomeText(data.lastResult, language)} ·{" "}
      <TextLink isInText href={`/panel/developers/webhooks/${deliveryId}`}>
        {t.testOpen}
      </TextLink>
    </Notice>
  );
}
