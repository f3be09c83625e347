"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import type { MerchantCategory } from "@/server/domain/partners/categories";
import { profileChangeInput } from "@/server/domain/partners/profile-inputs";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { useZodForm } from "../../ui/form/use-zod-form";
import type { PartnerProfile } from "../partner-types";
import { useTRPC } from "../trpc";
import { useRefetchPartners } from "./change-dialog";
import { type ProfileControl, ProfileFields } from "./profile-fields";
import { ReasonField } from "./reason-field";

interface ProfileFormProps {
  readonly partnerId: string;
  readonly known: PartnerProfile;
  onClose(): void;
}

/** Changes what is known about a merchant, with the reason. */
export function ProfileForm({ partnerId, known, onClose }: ProfileFormProps) {
  const t = useTranslations("staff");
  const { name, revision, profile } = known;
  const change = useMutation(useTRPC().partner.updateProfile.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(profileChangeInput, {
    defaultValues: {
      partnerId,
      revision,
      name,
      reason: "",
      legalTitle: profile.legalTitle ?? "",
      taxKind: profile.taxKind ?? "vkn",
      taxNumber: profile.taxNumber ?? "",
      taxOffice: profile.taxOffice ?? "",
      category: (profile.category ?? "5399") as MerchantCategory,
      legalAddress: profile.legalAddress ?? { line: "", district: "", city: "", postalCode: null },
      correspondenceAddress: profile.correspondenceAddress,
      contacts: [...profile.contacts],
    },
    error: change.error,
  });
  return (
    <form
      className="flex max-w-3xl flex-col gap-5"
      onSubmit={submit((input) => change.mutateAsync(input).then(onClose))}
      noValidate
    >
      {/* The form has the fields of a profile among others; its control cannot say so to the compiler. */}
      <ProfileFields control={control as unknown as ProfileControl} />
      <ReasonField control={control} name="reason" />
      {failure ? <FailureNotice error={failure} title={t("merchant.notSaved")} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={change.isPending}>
          {t("cancel")}
        </Button>
        <Button type="submit" tone="primary" isBusy={change.isPending}>
          {t("merchant.save")}
        </Button>
      </div>
    </form>
  );
}
