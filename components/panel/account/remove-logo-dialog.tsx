"use client";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { useRefetchAccount } from "./use-refetch-account";

/** Removes the logo from the buyers' pages; it says before what happens. */
export function RemoveLogoDialog({ onClose }: { onClose(): void }) {
  const t = useTranslations("panel.account.company");
  const removal = useMutationWithConfirmation(useTRPC().account.removeLogo.mutationOptions(useRefetchAccount()));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={removal.isBusy}
      title={t("removeLogoTitle")}
      description={t("removeLogoText")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button tone="danger" isBusy={removal.isBusy} onClick={() => removal.mutate(undefined, onClose)}>
            {t("removeLogo")}
          </Button>
        </>
      }
    >
      {removal.error ? <FailureNotice error={removal.error} title={t("notSaved")} /> : null}
      {removal.confirmation}
    </Dialog>
  );
}
