"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../ui/button";
import { CloseButton, Dialog } from "../ui/dialog";
import { FailureNotice } from "../ui/failure";
import { useWords } from "../ui/language";
import { Notice } from "../ui/notice";
import { TextLink } from "../ui/text-link";
import type { PartnerDetail } from "./partner-types";
import { staffWords } from "./staff-words";
import { useTRPC } from "./trpc";

/** Sends a test webhook to a merchant, after saying where it goes and what it leaves behind. */
export function SendTest({ partner: { partnerId, name, webhookUrl } }: { partner: PartnerDetail }) {
  const said = useWords(staffWords);
  const trpc = useTRPC();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const send = useMutation(
    trpc.partner.sendTest.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: trpc.partner.pathKey() }),
    }),
  );
  const open = () => {
    send.reset();
    setOpen(true);
  };
  const close = () => setOpen(false);
  if (webhookUrl === null) return <p className="text-ink-soft">{said.testNeedsAddress}</p>;
  return (
    <>
      <Button onClick={open}>{said.test}</Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        isBusy={send.isPending}
        title={said.testTitle}
        description={!send.data && said.testText(name, webhookUrl)}
        actions={
          <>
            <CloseButton>{send.data ? said.close : said.cancel}</CloseButton>
            {!send.data && (
              <Button tone="primary" isBusy={send.isPending} onClick={() => send.mutate({ partnerId })}>
                {said.send}
              </Button>
            )}
          </>
        }
      >
        {send.error && <FailureNotice error={send.error} title={said.failedToSend} />}
        {send.data ? (
          <Notice tone={send.data.deliveryId ? "good" : "warn"} isUrgent>
            {send.data.deliveryId ? (
              <>
                {said.sent}{" "}
                <TextLink isInText href={`/staff/partners/${partnerId}/deliveries/${send.data.deliveryId}`}>
                  {said.toDelivery}
                </TextLink>
              </>
            ) : (
              said.notSent
            )}
          </Notice>
        ) : (
          <p>{said.testNote}</p>
        )}
      </Dialog>
    </>
  );
}
