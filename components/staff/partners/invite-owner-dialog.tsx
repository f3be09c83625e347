"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { inviteOwnerInput } from "@/server/domain/partners/profile-inputs";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useTRPC } from "../trpc";
import { ChangeDialog, useRefetchPartners } from "./change-dialog";
import { InvitationLink } from "./invitation-link";

/** Invites a person as an owner of the account, then shows the link. */
export function InviteOwnerDialog({ partnerId, onClose }: { partnerId: string; onClose(): void }) {
  const t = useTranslations("staff.merchant.people");
  const [made, setMade] = useState<{ email: string; url: string } | null>(null);
  const invite = useMutation(useTRPC().partner.inviteOwner.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(inviteOwnerInput, {
    defaultValues: { partnerId, email: "" },
    error: invite.error,
    refusedFields,
  });
  if (made) return <InvitationLink {...made} onClose={onClose} />;
  return (
    <ChangeDialog
      title={t("invite")}
      description={t("inviteText")}
      saveLabel={t("inviteSave")}
      isBusy={invite.isPending}
      failure={failure}
      onSubmit={submit((input) => invite.mutateAsync(input).then(({ url }) => setMade({ email: input.email, url })))}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="email"
        label={t("email")}
        type="email"
        maxLength={254}
        autoComplete="off"
        required
      />
    </ChangeDialog>
  );
}

const refusedFields = { email_taken: "email" } as const;
