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

/** How often it is looked what became of a test, ms. */
const lookEveryMs = 2_000;

/** Sends a test webhook and says, as it happens, what became of it. */
export function TestWebhook() {
  const said = useWords(webhookWords);
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
        {said.test}
      </Button>
      <div aria-live="polite" className="mt-3 empty:hidden">
        {test.error && <FailureNotice error={test.error} title={said.failed} />}
        {test.data &&
          (test.data.deliveryId === null ? (
            <Notice tone="warn">{said.testNoAddress}</Notice>
          ) : (
            <TestResult key={test.data.deliveryId} deliveryId={test.data.deliveryId} />
          ))}
      </div>
    </div>
  );
}

/** It exists a moment after it was asked for: until then there is nothing to read. */
function TestResult({ deliveryId }: { deliveryId: string }) {
  const said = useWords(webhookWords);
  const language = useLanguage();
  const trpc = useTRPC();
  const { data } = useQuery({
    ...trpc.webhook.delivery.queryOptions({ deliveryId }),
    refetchInterval: ({ state }) => (state.data && state.data.attempts > 0 ? false : lookEveryMs),
  });
  if (!data?.lastResult) return <Notice tone="info" title={said.testSent} />;
  const isThere = data.status === "delivered";
  const title = isThere ? said.testArrived : data.nextAttemptAt ? said.testRetried : said.testFailed;
  return (
    <Notice tone={isThere ? "good" : "bad"} title={title}>
      {outcomeText(data.lastResult, language)} ·{" "}
      <TextLink isInText href={`/panel/developers/webhooks/${deliveryId}`}>
        {said.testOpen}
      </TextLink>
    </Notice>
  );
}
