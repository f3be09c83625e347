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
import { useAct } from "../use-act";
import { RoleField } from "./role-field";
import { teamWords } from "./team-words";

/** Asks for an address and a role, then shows the link: once, and nowhere else. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const said = useWords(teamWords);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [role, setRole] = useState<PanelRole>("support");
  const [made, setMade] = useState<{ email: string; url: string } | null>(null);
  const invitation = useAct(
    trpc.team.invite.mutationOptions({
      onSuccess: () => void queries.invalidateQueries(trpc.team.pathFilter()),
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email")).trim();
    invitation.act({ email, role }, ({ url }) => setMade({ email, url }));
  };
  if (made) return <InvitationLink {...made} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={invitation.isBusy}
      title={said.inviteTitle}
      description={said.inviteHelp}
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField label={said.email} name="email" type="email" maxLength={254} autoComplete="off" required />
        <RoleField role={role} onRole={setRole} />
        {invitation.error && <FailureNotice error={invitation.error} title={said.notInvited} />}
        <DialogActions>
          <CloseButton>{said.cancel}</CloseButton>
          <Button type="submit" tone="primary" isBusy={invitation.isBusy}>
            {said.createLink}
          </Button>
        </DialogActions>
      </form>
      {invitation.confirmation}
    </Dialog>
  );
}

function InvitationLink({ email, url, onClose }: { email: string; url: string; onClose(): void }) {
  const said = useWords(teamWords);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={said.linkReady}
      description={said.linkHelp(email)}
      actions={
        <>
          <CopyButton text={url} label={said.copyLink} />
          <Button tone="primary" onClick={onClose}>
            {said.done}
          </Button>
        </>
      }
    >
      <TextField
        label={said.linkLabel}
        value={url}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </Dialog>
  );
}
