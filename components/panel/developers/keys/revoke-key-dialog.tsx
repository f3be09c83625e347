"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { CloseButton, Dialog, useFinalFocus } from "@/components/ui/dialog";
import { FailureNotice } from "@/components/ui/failure";
import { Notice } from "@/components/ui/notice";
import type { PanelOutputs } from "../../outputs";
import { useTRPC } from "../../trpc";
import { useMutationWithConfirmation } from "../../use-mutation-with-confirmation";

/** The view model of an API key in the list. */
export type KeyRow = PanelOutputs["key"]["list"]["keys"][number];

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
  const t = useTranslations("panel.keys");
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
    <Dialog
      isOpen
      onClose={() => onClose(false)}
      isBusy={isBusy}
      finalFocus={finalFocus}
      title={t("revokeTitle", { name })}
      description={t("revokeText", { prefix })}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button tone="danger" isBusy={isBusy} onClick={revoke}>
            {t("revoke")}
          </Button>
        </>
      }
    >
      {isLast && <Notice tone="warn">{t("lastWarn")}</Notice>}
      {!isLast && lastUsedAt && <Notice tone="warn">{t("usedWarn")}</Notice>}
      {error && <FailureNotice error={error} title={t("failed")} />}
      {confirmation}
    </Dialog>
  );
}
