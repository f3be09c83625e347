"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { failureOf } from "../../ui/failure-of";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import type { ShownLink } from "./link-type";
import { linkWords } from "./link-words";

/** Cancels a link, once somebody has read what that means. */
export function CancelLink({ link }: { link: ShownLink }) {
  const said = useWords(linkWords);
  const amount = displayAmount(link.amount, useLanguage());
  const trpc = useTRPC();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const readAgain = () => void client.invalidateQueries(trpc.link.pathFilter());
  const { act, isBusy, error, reset, confirmation } = useAct(
    trpc.link.cancel.mutationOptions({ onSuccess: readAgain }),
  );
  const { finalFocus, openerGoes } = useFinalFocus();
  const close = () => {
    setAsked(false);
    // Whatever stood in the way has changed the link as well; not before that was read, since the window goes with it.
    if (error) readAgain();
    reset();
  };
  const cancel = () =>
    act({ linkId: link.id }, () => {
      openerGoes();
      close();
    });
  const code = error && failureOf(error).code;
  const reason = code ? said.notCancelled[code] : undefined;
  return (
    <>
      <Button tone="danger" onClick={() => setAsked(true)}>
        {said.cancel}
      </Button>
      <Dialog
        isOpen={isAsked}
        onClose={close}
        isBusy={isBusy}
        finalFocus={finalFocus}
        title={said.cancelTitle}
        description={said.cancelWhat(amount, link.partnerReference.toString())}
        actions={
          <>
            <CloseButton>{said.cancelNo}</CloseButton>
            {!reason && (
              <Button tone="danger" isBusy={isBusy} onClick={cancel}>
                {said.cancelYes(amount)}
              </Button>
            )}
          </>
        }
      >
        {link.status === "initiated" && <Notice tone="warn">{said.cancelUnderway}</Notice>}
        {reason && (
          <Notice tone="bad" title={said.notCancelledTitle} isUrgent>
            {reason}
          </Notice>
        )}
        {error && !reason && (
          <FailureNotice error={error} title={said.notCancelledTitle} unanswered={said.cancelUnanswered} />
        )}
      </Dialog>
      {confirmation}
    </>
  );
}
