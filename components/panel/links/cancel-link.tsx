"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { readFailure } from "@/components/ui/read-failure";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import type { ShownLink } from "./link-types";

/** The refusals that have a sentence of their own. */
const refusals = ["payment_link_already_paid", "payment_link_expired", "payment_link_cancelled"] as const;

/** Cancels a link after a dialog that explains the consequences. */
export function CancelLink({ link }: { link: ShownLink }) {
  const t = useTranslations("panel.link");
  const amount = displayAmount(link.amount, useLanguage());
  const trpc = useTRPC();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const refetchLinks = () => void client.invalidateQueries(trpc.link.pathFilter());
  const { mutate, isBusy, error, reset, confirmation } = useMutationWithConfirmation(
    trpc.link.cancel.mutationOptions({ onSuccess: refetchLinks }),
  );
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const close = () => {
    setAsking(false);
    // A refusal means that the link has changed, so it is fetched again. This happens only on close, because the new
    // state may remove this dialog before the user has read the reason.
    if (error) refetchLinks();
    reset();
  };
  const cancel = () =>
    mutate({ linkId: link.id }, () => {
      markOpenerRemoved();
      close();
    });
  const code = error && readFailure(error).code;
  const refusal = refusals.find((one) => one === code);
  const reason = refusal && t(`notCancelled.${refusal}`);
  return (
    <>
      <Button tone="danger" onClick={() => setAsking(true)}>
        {t("cancel")}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={close}
        isBusy={isBusy}
        finalFocus={finalFocus}
        title={t("cancelTitle")}
        description={t("cancelWhat", { amount, reference: link.partnerReference.toString() })}
        actions={
          <>
            <CloseButton>{t("cancelNo")}</CloseButton>
            {!reason && (
              <Button tone="danger" isBusy={isBusy} onClick={cancel}>
                {t("cancelYes", { amount })}
              </Button>
            )}
          </>
        }
      >
        {link.status === "initiated" && <Notice tone="warn">{t("cancelUnderway")}</Notice>}
        {reason && (
          <Notice tone="bad" title={t("notCancelledTitle")} isUrgent>
            {reason}
          </Notice>
        )}
        {error && !reason && (
          <FailureNotice
            error={error}
            title={t("notCancelledTitle")}
            unanswered={{ title: t("cancelUnanswered.title"), text: t("cancelUnanswered.text") }}
          />
        )}
        {confirmation}
      </Dialog>
    </>
  );
}
