"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { useFinalFocus } from "../../ui/dialog";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import { PayoutDialog } from "./payout-dialog";
import type { BankFile } from "./payout-types";
import { useRefetchPayouts } from "./use-refetch-payouts";

/** Marks a file as handed to the bank, after a dialog that names the number and the sum of its payouts. */
export function SendFileDialog({ file, onClose }: { file: BankFile; onClose(): void }) {
  const t = useTranslations("staff.payouts.files");
  const language = useLanguage();
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const send = useMutation(
    useTRPC().payout.sendFile.mutationOptions({ ...useRefetchPayouts(), onSuccess: markOpenerRemoved }),
  );
  const { fileId, count, amountKurus, counts } = file;
  return (
    <PayoutDialog
      title={t("sendTitle")}
      description={t("sendText", { count, sum: displayAmount(amountKurus, language) })}
      saveLabel={t("send")}
      isBusy={send.isPending}
      failure={send.error}
      finalFocus={finalFocus}
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending) send.mutate({ fileId }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      {counts.approved < count && <Notice tone="info">{t("sendRest", { count: counts.approved })}</Notice>}
    </PayoutDialog>
  );
}
