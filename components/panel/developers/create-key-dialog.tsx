"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { readFailure } from "@/components/ui/read-failure";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { keyWords } from "./key-words";
import { ShownOnce } from "./shown-once";

/** Asks for a name, creates an API key, and shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(keyWords);
  const trpc = useTRPC();
  const client = useQueryClient();
  const formId = useId();
  const [apiKey, setApiKey] = useState<string | null>(null);
  const { mutate, isBusy, error, reset, confirmation } = useMutationWithConfirmation(
    trpc.key.create.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.key.list.queryFilter()),
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    mutate({ name }, (created) => {
      setApiKey(created.apiKey);
      // The mutation keeps its result. The key must be kept only in this dialog, so that closing it discards the key.
      reset();
    });
  };
  if (apiKey !== null) {
    return (
      <ShownOnce
        title={t.shownTitle}
        text={t.shownText}
        warning={t.shownWarn}
        secret={apiKey}
        copyLabel={t.copyKey}
        done={t.done}
        onClose={onClose}
      />
    );
  }
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        isBusy={isBusy}
        title={t.dialogTitle}
        description={t.dialogText}
        actions={
          <>
            <CloseButton>{t.cancel}</CloseButton>
            <Button type="submit" form={formId} tone="primary" isBusy={isBusy}>
              {t.create}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit}>
          <TextField
            label={t.name}
            name="name"
            maxLength={64}
            required
            autoComplete="off"
            placeholder={t.namePlaceholder}
            error={error && (readFailure(error).message ?? t.failed)}
          />
        </form>
      </Dialog>
      {confirmation}
    </>
  );
}
