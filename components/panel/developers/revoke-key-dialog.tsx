"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import type { KeyRow } from "./key-row";
import { keyWords } from "./key-words";

/** Says what revoking a key will do, and does it. */
export function RevokeKeyDialog({
  apiKey: { id, name, prefix, lastUsedAt },
  isLast,
  onClose,
}: {
  apiKey: KeyRow;
  isLast: boolean;
  onClose: (isDone: boolean) => void;
}) {
  const said = useWords(keyWords);
  const trpc = useTRPC();
  const client = useQueryClient();
  const { act, isBusy, error, confirmation } = useAct(
    trpc.key.revoke.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.key.list.queryFilter()),
    }),
  );
  const { finalFocus, openerGoes } = useFinalFocus();
  const revoke = () =>
    act({ keyId: id }, () => {
      openerGoes();
      onClose(true);
    });
  return (
    <>
      <Dialog
        isOpen
        onClose={() => onClose(false)}
        isBusy={isBusy}
        finalFocus={finalFocus}
        title={said.revokeTitle(name)}
        description={said.revokeText(prefix)}
        actions={
          <>
            <CloseButton>{said.cancel}</CloseButton>
            <Button tone="danger" isBusy={isBusy} onClick={revoke}>
              {said.revoke}
            </Button>
          </>
        }
      >
        {isLast && <Notice tone="warn">{said.lastWarn}</Notice>}
        {!isLast && lastUsedAt && <Notice tone="warn">{said.usedWarn}</Notice>}
        {error && <FailureNotice error={error} title={said.failed} />}
      </Dialog>
      {confirmation}
    </>
  );
}
