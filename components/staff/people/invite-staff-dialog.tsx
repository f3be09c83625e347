"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { staffInvitationInput } from "@/server/domain/people/staff-inputs";
import { useMutationWithConfirmation } from "../../panel/use-mutation-with-confirmation";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, DialogActions } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useTRPC } from "../trpc";
import { StaffRoleField } from "./colleague-dialog";

const refusedFields = { email_taken: "email" } as const;

/** Asks for an address and a role, and mails an invitation to the back-office. */
export function InviteStaffDialog({ onClose }: { onClose(invitedEmail?: string): void }) {
  const t = useTranslations("staff.people");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const invitation = useMutationWithConfirmation(
    trpc.people.invite.mutationOptions({
      onSuccess: () => void queries.invalidateQueries(trpc.people.pathFilter()),
    }),
  );
  const { control, submit, failure } = useZodForm(staffInvitationInput, {
    defaultValues: { email: "", role: "support" },
    error: invitation.error,
    refusedFields,
  });
  const invite = submit((input) => invitation.mutate(input, () => onClose(input.email)));
  return (
    <Dialog
      isOpen
      onClose={() => onClose()}
      isBusy={invitation.isBusy}
      title={t("inviteTitle")}
      description={t("inviteHelp")}
    >
      <form className="flex flex-col gap-4" onSubmit={invite} noValidate>
        <FormText
          control={control}
          name="email"
          label={t("email")}
          type="email"
          maxLength={254}
          autoComplete="off"
          required
        />
        <StaffRoleField control={control} name="role" />
        {failure ? <FailureNotice error={failure} title={t("notInvited")} /> : null}
        <DialogActions>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" tone="primary" isBusy={invitation.isBusy}>
            {t("sendInvitation")}
          </Button>
        </DialogActions>
      </form>
      {invitation.confirmation}
    </Dialog>
  );
}
