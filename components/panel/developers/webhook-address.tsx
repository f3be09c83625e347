"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { failureOf } from "../../ui/failure-of";
import { TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import { AskDialog } from "./ask-dialog";
import { TestWebhook } from "./test-webhook";
import { webhookWords } from "./webhook-words";

interface Address {
  readonly url: string | null;
  readonly mode: "sandbox" | "live";
}

/** Where the account's webhooks go. */
export function WebhookAddress({ url, mode }: Address) {
  const said = useWords(webhookWords);
  const mayWrite = useMay("webhook.write");
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const finish = (sentence: string | null) => {
    setOpen(null);
    setDone(sentence);
  };
  return (
    <Section title={said.address}>
      {url === null ? (
        <Notice tone="info" title={said.noAddress}>
          {said.noAddressHelp}
        </Notice>
      ) : (
        <p className="rounded-control border border-line bg-surface px-3 py-2 font-mono text-xs wrap-anywhere">
          {url}
        </p>
      )}
      {mayWrite && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button tone={url === null ? "primary" : "plain"} onClick={() => setOpen("edit")}>
            {url === null ? said.addAddress : said.editAddress}
          </Button>
          {url !== null && (
            <Button tone="danger" onClick={() => setOpen("remove")}>
              {said.remove}
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

/** Sets the address, and has the page read it again. */
function useSetUrl() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return useAct(
    trpc.webhook.setUrl.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.webhook.settings.queryFilter()),
    }),
  );
}

function EditAddress({ url, mode, onClose }: Address & { onClose: (done: string | null) => void }) {
  const said = useWords(webhookWords);
  const formId = useId();
  const { act, isBusy, error, confirmation } = useSetUrl();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = String(new FormData(event.currentTarget).get("url")).trim();
    act({ url: entered }, () => onClose(said.saved));
  };
  return (
    <>
      <Dialog
        isOpen
        isBusy={isBusy}
        onClose={() => onClose(null)}
        title={said.editTitle}
        description={url === null ? undefined : said.editText}
        actions={
          <>
            <CloseButton>{said.cancel}</CloseButton>
            <Button type="submit" form={formId} tone="primary" isBusy={isBusy}>
              {said.save}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit} noValidate>
          <TextField
            label={said.addressField}
            hint={said.addressHint[mode]}
            name="url"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            required
            defaultValue={url ?? "https://"}
            error={error && (failureOf(error).message ?? said.failed)}
          />
        </form>
      </Dialog>
      {confirmation}
    </>
  );
}

function RemoveAddress({ onClose }: { onClose: (done: string | null) => void }) {
  const said = useWords(webhookWords);
  const { act, isBusy, error, confirmation } = useSetUrl();
  return (
    <>
      <AskDialog
        title={said.removeTitle}
        text={said.removeText}
        yes={said.remove}
        no={said.cancel}
        tone="danger"
        failed={said.failed}
        isBusy={isBusy}
        error={error}
        onYes={() => act({ url: null }, () => onClose(said.removed))}
        onClose={() => onClose(null)}
      />
      {confirmation}
    </>
  );
}
