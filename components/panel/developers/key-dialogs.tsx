"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CloseButton, Dialog, useFinalFocus } from "@/components/ui/dialog";
import { FailureNotice } from "@/components/ui/failure";
import { TextField } from "@/components/ui/field";
import { useWords } from "@/components/ui/language";
import { Notice } from "@/components/ui/notice";
import { readFailure } from "@/components/ui/read-failure";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { keyWords } from "./key-words";
import { ShownOnce } from "./shown-once";

/** The view model of an API key in the list. */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

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

/** Explains what the revocation of an API key does, and revokes it after confirmation. */
export function RevokeKeyDialog({
  apiKey: { id, name, prefix, lastUsedAt },
  isLast,
  onClose,
}: {
  apiKey: KeyRow;
  isLast: boolean;
  onClose: (isDone: boolean) => void;
}) {
  const t = useWords(keyWords);
  const trpc = useTRPC();
  const client = useQueryClient();
  const { mutate, isBusy, error, confirmation } = useMutationWithConfirmation(
    trpc.key.revoke.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.key.list.queryFilter()),
    }),
  );
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const revoke = () =>
    mutate({ keyId: id }, () => {
      markOpenerRemoved();
      onClose(true);
    });
  return (
    <>
      <Dialog
        isOpen
        onClose={() => onClose(false)}
        isBusy={isBusy}
        finalFocus={finalFocus}
        title={t.revokeTitle(name)}
        description={t.revokeText(prefix)}
        actions={
          <>
            <CloseButton>{t.cancel}</CloseButton>
            <Button tone="danger" isBusy={isBusy} onClick={revoke}>
              {t.revoke}
            </Button>
          </>
        }
      >
        {isLast && <Notice tone="warn">{t.lastWarn}</Notice>}
        {!isLast && lastUsedAt && <Notice tone="warn">{t.usedWarn}</Notice>}
        {error && <FailureNotice error={error} title={t.failed} />}
      </Dialog>
      {confirmation}
    </>
  );
}
