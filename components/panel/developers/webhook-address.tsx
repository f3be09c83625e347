"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "@/components/ui/failure";
import { TextLink } from "@/components/ui/text-link";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { AskDialog } from "./ask-dialog";
import { outcomeText } from "./delivery-words";
import type { Address } from "./edit-address";
import { useSetUrl } from "./use-set-url";

/** Loaded when it is opened, with the form library. */
const EditAddress = dynamic(async () => (await import("./edit-address")).EditAddress);

/** The account's webhook URL with the actions to change, remove and test it. */
export function WebhookAddress({ url, mode }: Address) {
  const t = useTranslations("panel.webhook");
  const mayWrite = useMay("webhook.write");
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const finish = (sentence: string | null) => {
    setOpen(null);
    setDone(sentence);
  };
  return (
    <Section title={t("address")}>
      {url === null ? (
        <Notice tone="info" title={t("noAddress")}>
          {t("noAddressHelp")}
        </Notice>
      ) : (
        <p className="rounded-control border border-line bg-surface px-3 py-2 font-mono text-xs wrap-anywhere">{url}</p>
      )}
      {mayWrite && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button tone={url === null ? "primary" : "plain"} onClick={() => setOpen("edit")}>
            {url === null ? t("addAddress") : t("editAddress")}
          </Button>
          {url !== null && (
            <Button tone="danger" onClick={() => setOpen("remove")}>
              {t("remove")}
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

function RemoveAddress({ onClose }: { onClose: (done: string | null) => void }) {
  const t = useTranslations("panel.webhook");
  const { mutate, isBusy, error, confirmation } = useSetUrl();
  return (
    <>
      <AskDialog
        title={t("removeTitle")}
        text={t("removeText")}
        yes={t("remove")}
        no={t("cancel")}
        tone="danger"
        failed={t("failed")}
        isBusy={isBusy}
        error={error}
        onYes={() => mutate({ url: null }, () => onClose(t("removed")))}
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
  const t = useTranslations("panel.webhook");
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
        {t("test")}
      </Button>
      <div aria-live="polite" className="mt-3 empty:hidden">
        {test.error && <FailureNotice error={test.error} title={t("failed")} />}
        {test.data &&
          (test.data.deliveryId === null ? (
            <Notice tone="warn">{t("testNoAddress")}</Notice>
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
  const t = useTranslations("panel.webhook");
  const words = useTranslations("shared.delivery");
  const trpc = useTRPC();
  const { data } = useQuery({
    ...trpc.webhook.delivery.queryOptions({ deliveryId }),
    refetchInterval: ({ state }) => (state.data && state.data.attempts > 0 ? false : refetchEveryMs),
  });
  if (!data?.lastResult) return <Notice tone="info" title={t("testSent")} />;
  const isDelivered = data.status === "delivered";
  const title = isDelivered ? t("testArrived") : data.nextAttemptAt ? t("testRetried") : t("testFailed");
  return (
    <Notice tone={isDelivered ? "good" : "bad"} title={title}>
      {outcomeText(data.lastResult, words)} ·{" "}
      <TextLink isInText href={`/panel/developers/webhooks/${deliveryId}`}>
        {t("testOpen")}
      </TextLink>
    </Notice>
  );
}
