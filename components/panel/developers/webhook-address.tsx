"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { FailureNotice } from "@/components/ui/failure";
import { readFailure } from "@/components/ui/read-failure";
import { TextLink } from "@/components/ui/text-link";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { AskDialog } from "./ask-dialog";
import { outcomeText } from "./delivery-words";
import { webhookWords } from "./webhook-words";

interface Address {
  readonly url: string | null;
  readonly mode: "sandbox" | "live";
}

/** The account's webhook URL with the actions to change, remove and test it. */
export function WebhookAddress({ url, mode }: Address) {
  const t = useWords(webhookWords);
  const mayWrite = useMay("webhook.write");
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const finish = (sentence: string | null) => {
    setOpen(null);
    setDone(sentence);
  };
  return (
    <Section title={t.address}>
      {url === null ? (
        <Notice tone="info" title={t.noAddress}>
          {t.noAddressHelp}
        </Notice>
      ) : (
        <p className="rounded-control border border-line bg-surface px-3 py-2 font-mono text-xs wrap-anywhere">{url}</p>
      )}
      {mayWrite && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button tone={url === null ? "primary" : "plain"} onClick={() => setOpen("edit")}>
            {url === null ? t.addAddress : t.editAddress}
          </Button>
          {url !== null && (
            <Button tone="danger" onClick={() => setOpen("remove")}>
              {t.remove}
            </Button>
          )}
        </div>
      )}
      <div aria-live="polite" className="mt-3 empty:hidden">
        {done && <Notice tone="good" title={done} />}
      </div>
      {mayWrite && url !== null && <TestWebhook />}
      {open === "edit" && <EditAddress url={url} mode={mode} onClose={finish} />}
      {open === "remove" && <RemoveAddress onClose={finish} />}
    </Section>
  );
}

/** Returns the mutation that sets the webhook URL and fetches the settings again. */
function useSetUrl() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return useMutationWithConfirmation(
    trpc.webhook.setUrl.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.webhook.settings.queryFilter()),
    }),
  );
}

function EditAddress({ url, mode, onClose }: Address & { onClose: (done: string | null) => void }) {
  const t = useWords(webhookWords);
  const formId = useId();
  const { mutate, isBusy, error, confirmation } = useSetUrl();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = String(new FormData(event.currentTarget).get("url")).trim();
    mutate({ url: entered }, () => onClose(t.saved));
  };
  return (
    <>
      <Dialog
        isOpen
        isBusy={isBusy}
        onClose={() => onClose(null)}
        title={t.editTitle}
        description={url === null ? undefined : t.editText}
        actions={
          <>
            <CloseButton>{t.cancel}</CloseButton>
            <Button type="submit" form={formId} tone="primary" isBusy={isBusy}>
              {t.save}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit} noValidate>
          <TextField
            label={t.addressField}
            hint={t.addressHint[mode]}
            name="url"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            required
            defaultValue={url ?? "https://"}
            error={error && (readFailure(error).message ?? t.failed)}
          />
        </form>
      </Dialog>
      {confirmation}
    </>
  );
}

function RemoveAddress({ onClose }: { onClose: (done: string | null) => void }) {
  const t = useWords(webhookWords);
  const { mutate, isBusy, error, confirmation } = useSetUrl();
  return (
    <>
      <AskDialog
        title={t.removeTitle}
        text={t.removeText}
        yes={t.remove}
        no={t.cancel}
        tone="danger"
        failed={t.failed}
        isBusy={isBusy}
        error={error}
        onYes={() => mutate({ url: null }, () => onClose(t.removed))}
        onClose={() => onClose(null)}
      />
      {confirmation}
    </>
  );
}

/** How often the result of a test is fetched again, in ms. */
const refetchEveryMs = 2_000;

/** Sends a test webhook and shows its result as soon as it is known. */
function TestWebhook() {
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
