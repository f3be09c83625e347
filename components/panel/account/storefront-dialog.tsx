"use client";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { storefrontChangeInput } from "@/server/domain/partners/profile-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import type { OwnProfile } from "../outputs";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { useRefetchAccount } from "./use-refetch-account";

/** Changes what the merchant tells its buyers. */
export function StorefrontDialog({ profile, onClose }: { profile: OwnProfile; onClose(): void }) {
  const t = useTranslations("panel.account.company");
  const formId = useId();
  const change = useMutationWithConfirmation(useTRPC().account.updateStorefront.mutationOptions(useRefetchAccount()));
  const { control, submit, failure } = useZodForm(storefrontChangeInput, {
    defaultValues: { revision: profile.revision, ...profile.storefront },
    error: change.error,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={change.isBusy}
      title={t("edit")}
      description={t("editHelp")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="primary" isBusy={change.isBusy}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={submit((input) => change.mutate(input, onClose))}
        noValidate
      >
        <FormText control={control} name="supportEmail" label={t("supportEmail")} type="email" isOptional />
        <FormText
          control={control}
          name="supportPhone"
          label={t("supportPhone")}
          sentences={t("phoneWrong")}
          type="tel"
          isOptional
        />
        <FormText
          control={control}
          name="termsUrl"
          label={t("termsUrl")}
          sentences={t("urlWrong")}
          type="url"
          isOptional
        />
        <FormText
          control={control}
          name="refundTermsUrl"
          label={t("refundTermsUrl")}
          sentences={t("urlWrong")}
          type="url"
          isOptional
        />
        <FormText
          control={control}
          name="colour"
          label={t("colour")}
          hint={t("colourHint")}
          sentences={t("colourWrong")}
          maxLength={7}
          isOptional
        />
      </form>
      {failure ? <FailureNotice error={failure} title={t("notSaved")} /> : null}
      {change.confirmation}
    </Dialog>
  );
}
