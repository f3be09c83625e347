"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { PanelRole } from "@/server/domain/people/access";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { CloseButton, Dialog, DialogActions } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { TextField } from "../../ui/field";
import { useWords } from "../../ui/language";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { RoleField } from "./role-field";
import { teamWords } from "./team-words";

/** Asks for an e-mail address and a role, then shows the invitation link. The link is shown only this once. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const t = useWords(teamWords);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [role, setRole] = useState<PanelRole>("support");
  const [created, setCreated] = useState<{ email: string; url: string } | null>(null);
  const invitation = useMutationWithConfirmation(
    trpc.team.invite.mutationOptions({
      onSuccess: () => void queries.invalidateQueries(trpc.team.pathFilter()),
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email")).trim();
    invitation.mutate({ email, role }, ({ url }) => setCreated({ email, url }));
  };
  if (created) return <InvitationLink {...created} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} isBusy={invitation.isBusy} title={t.inviteTitle} description={t.inviteHelp}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField label={t.email} name="email" type="email" maxLength={254} autoComplete="off" required />
        <RoleField role={role} onRole={setRole} />
        {invitation.error && <FailureNotice error={invitation.error} title={t.notInvited} />}
        <DialogActions>
          <CloseButton>{t.cancel}</CloseButton>
          <Button type="submit" tone="primary" isBusy={invitation.isBusy}>
            {t.createLink}
          </Button>
        </DialogActions>
      </form>
      {invitation.confirmation}
    </Dialog>
  );
}

function InvitationLink({ email, url, onClose }: { email: string; url: string; onClose(): void }) {
  const t = useWords(teamWords);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.linkReady}
      description={t.linkHelp(email)}
      actions={
        <>
          <CopyButton text={url} label={t.copyLink} />
          <Button tone="primary" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <TextField label={t.linkLabel} value={url} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
    </Dialog>
  );
}
