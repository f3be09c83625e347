"use client";
import { useTranslations } from "use-intl/react";
import { ibanInput } from "@/server/domain/partners/settings-inputs";
import { useMutationWithConfirmation } from "../../panel/use-mutation-with-confirmation";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import type { PartnerProfile } from "../partner-types";
import { useTRPC } from "../trpc";
import { ChangeDialog, useRefetchPartners } from "./change-dialog";
import { ReasonField } from "./reason-field";

interface IbanDialogProps {
  readonly partnerId: string;
  readonly known: PartnerProfile;
  /** @param changeId the proposal where a second person has to approve; null where the IBAN counts at once */
  onClose(changeId: string | null): void;
}

/** Replaces the IBAN to which the account is paid out. */
export function IbanDialog({ partnerId, known: { revision, ibanMasked }, onClose }: IbanDialogProps) {
  const t = useTranslations("staff.merchant.profile");
  const change = useMutationWithConfirmation(useTRPC().partner.setIban.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(ibanInput, {
    defaultValues: { partnerId, revision, iban: "", reason: "" },
    error: change.error,
  });
  return (
    <ChangeDialog
      title={t("changeIban")}
      description={ibanMasked === null ? t("ibanFirst") : t("ibanText", { iban: ibanMasked })}
      saveLabel={t("ibanSave")}
      isBusy={change.isBusy}
      failure={failure}
      onSubmit={submit((input) => change.mutate(input, ({ changeId }) => onClose(changeId)))}
      onClose={() => onClose(null)}
    >
      <FormText
        control={control}
        name="iban"
        label={t("iban")}
        sentences={t("ibanWrong")}
        maxLength={40}
        autoComplete="off"
        required
      />
      <ReasonField control={control} name="reason" />
      {change.confirmation}
    </ChangeDialog>
  );
}
