"use client";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { nameRequestInput } from "@/server/domain/partners/profile-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { useRefetchAccount } from "./use-refetch-account";

/** Asks for another trading name. */
export function NameDialog({ presentName, onClose }: { presentName: string; onClose(): void }) {
  const t = useTranslations("panel.account.company");
  const formId = useId();
  const request = useMutationWithConfirmation(useTRPC().account.requestName.mutationOptions(useRefetchAccount()));
  const { control, submit, failure } = useZodForm(nameRequestInput, {
    defaultValues: { name: presentName },
    error: request.error,
    refusedFields,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={request.isBusy}
      title={t("askName")}
      description={t("askNameHelp")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="primary" isBusy={request.isBusy}>
            {t("askNameSave")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit((input) => request.mutate(input, onClose))} noValidate>
        <FormText
          control={control}
          name="name"
          label={t("name")}
          sentences={{ validation_error: t("sameName") }}
          maxLength={120}
          required
        />
      </form>
      {failure ? <FailureNotice error={failure} title={t("notAsked")} /> : null}
      {request.confirmation}
    </Dialog>
  );
}

const refusedFields = { validation_error: "name" } as const;
