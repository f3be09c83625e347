"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import type { Chargeback } from "./chargeback-types";

interface AcceptDialogProps {
  readonly chargeback: Pick<Chargeback, "chargebackId" | "amountKurus">;
  onClose(): void;
}

/** Says what accepting a chargeback means, and accepts it. */
export function AcceptDialog({ chargeback: { chargebackId, amountKurus }, onClose }: AcceptDialogProps) {
  const t = useTranslations("panel.chargeback.accept");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const amount = displayAmount(amountKurus, useLanguage());
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const acceptance = useMutationWithConfirmation(
    trpc.chargeback.accept.mutationOptions({
      onSuccess: markOpenerRemoved,
      onSettled: () => queries.invalidateQueries(trpc.chargeback.pathFilter()),
    }),
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={acceptance.isBusy}
      title={t("title")}
      description={t("text", { amount })}
      finalFocus={finalFocus}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button
            tone="danger"
            isBusy={acceptance.isBusy}
            onClick={() => acceptance.mutate({ chargebackId }, () => onClose())}
          >
            {t("save")}
          </Button>
        </>
      }
    >
      {acceptance.error && <FailureNotice error={acceptance.error} title={t("notSaved")} />}
      {acceptance.confirmation}
    </Dialog>
  );
}
