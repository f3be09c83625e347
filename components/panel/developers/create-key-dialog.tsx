"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { failureOf } from "../../ui/failure-of";
import { TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import { keyWords } from "./key-words";
import { ShownOnce } from "./shown-once";

/** Asks for a name, makes a key, and shows it this once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const said = useWords(keyWords);
  const trpc = useTRPC();
  const client = useQueryClient();
  const formId = useId();
  const [apiKey, setApiKey] = useState<string | null>(null);
  const { act, isBusy, error, reset, confirmation } = useAct(
    trpc.key.create.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.key.list.queryFilter()),
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    act({ name }, (made) => {
      setApiKey(made.apiKey);
      // The mutation keeps what it was answered: a key is to be in one place, and to go when the dialog does.
      reset();
    });
  };
  if (apiKey !== null) {
    return (
      <ShownOnce
        title={said.shownTitle}
        text={said.shownText}
        warning={said.shownWarn}
        secret={apiKey}
        copyLabel={said.copyKey}
        done={said.done}
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
        title={said.dialogTitle}
        description={said.dialogText}
        actions={
          <>
            <CloseButton>{said.cancel}</CloseButton>
            <Button type="submit" form={formId} tone="primary" isBusy={isBusy}>
              {said.create}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit}>
          <TextField
            label={said.name}
            name="name"
            maxLength={64}
            required
            autoComplete="off"
            placeholder={said.namePlaceholder}
            error={error && (failureOf(error).message ?? said.failed)}
          />
        </form>
      </Dialog>
      {confirmation}
    </>
  );
}
