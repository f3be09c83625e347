"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { invitationInput } from "@/server/domain/people/team-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, DialogActions } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { LinkDialog } from "../../ui/link-dialog";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { RoleField } from "./role-field";

/** Asks for an e-mail address and a role, then shows the invitation link. The link is shown only this once. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const t = useTranslations("panel.team");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [created, setCreated] = useState<{ email: string; url: string } | null>(null);
  const invitation = useMutationWithConfirmation(
    trpc.team.invite.mutationOptions({
      onSuccess: () => void queries.invalidateQueries(trpc.team.pathFilter()),
    }),
  );
  const { control, submit, failure } = useZodForm(invitationInput, {
    defaultValues: { email: "", role: "support" },
    error: invitation.error,
  });
  const invite = submit((input) => invitation.mutate(input, ({ url }) => setCreated({ email: input.email, url })));
  if (created) return <InvitationLink {...created} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} isBusy={invitation.isBusy} title={t("inviteTitle")} description={t("inviteHelp")}>
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
        <RoleField control={control} name="role" />
        {failure ? <FailureNotice error={failure} title={t("notInvited")} /> : null}
        <DialogActions>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" tone="primary" isBusy={invitation.isBusy}>
            {t("createLink")}
          </Button>
        </DialogActions>
      </form>
      {invitation.confirmation}
    </Dialog>
  );
}

function InvitationLink({ email, url, onClose }: { email: string; url: string; onClose(): void }) {
  const t = useTranslations("panel.team");
  const texts = {
    title: t("linkReady"),
    description: t("linkHelp", { email }),
    link: t("linkLabel"),
    copy: t("copyLink"),
    done: t("done"),
  };
  return <LinkDialog url={url} texts={texts} onClose={onClose} />;
}
