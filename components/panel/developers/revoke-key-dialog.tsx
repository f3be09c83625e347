"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import type { KeyRow } from "./key-row";
import { keyWords } from "./key-words";

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
