"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
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
  const { act, isBusy, error, reset, confirmation } = useAct(trpc.link.cancel.mutationOptions());
  const close = () => {
    setAsked(false);
    reset();
    // Whatever stood in the way has changed the link as well.
    void client.invalidateQueries(trpc.link.pathFilter());
  };
  const failure = error ? failureOf(error) : null;
  const reason = failure?.code ? said.notCancelled[failure.code] : undefined;
  return (
    <>
      <Button tone="danger" onClick={() => setAsked(true)}>
        {said.cancel}
      </Button>
      <Dialog
        isOpen={isAsked}
        onClose={close}
        title={said.cancelTitle}
        description={said.cancelWhat(amount, link.partnerReference.toString())}
        actions={
          <>
            <Button onClick={close}>{said.cancelNo}</Button>
            {!reason && (
              <Button tone="danger" isBusy={isBusy} onClick={() => act({ linkId: link.id }, close)}>
                {said.cancelYes(amount)}
              </Button>
            )}
          </>
        }
      >
        {link.status === "initiated" && <Notice tone="warn">{said.cancelUnderway}</Notice>}
        {failure && (
          <Notice tone="bad" title={said.notCancelledTitle} isUrgent>
            {reason ?? failure.message}
          </Notice>
        )}
      </Dialog>
      {confirmation}
    </>
  );
}
