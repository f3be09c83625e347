"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import { useAct } from "../use-act";
import { roleWords } from "../words/roles";
import { callNameOf, type Member } from "./member";
import { RoleField } from "./role-field";
import { teamWords } from "./team-words";

interface MemberDialogProps {
  readonly member: Member;
  /** @param done what happened, where something did */
  onClose(done?: string): void;
}

/** The team is read again, whatever became of it and of the window. */
function useReadAgain() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { onSettled: () => void queries.invalidateQueries(trpc.team.pathFilter()) };
}

export function ChangeRoleDialog({ member, onClose }: MemberDialogProps) {
  const said = useWords(teamWords);
  const roles = roleWords[useLanguage()];
  const trpc = useTRPC();
  const [role, setRole] = useState(member.role);
  const change = useAct(trpc.team.changeRole.mutationOptions(useReadAgain()));
  const person = callNameOf(member);
  const save = () =>
    change.act({ userId: member.userId, role }, () => onClose(said.changed(person, roles[role].name)));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={change.isBusy}
      title={said.changeTitle(person)}
      description={said.changeHelp}
      actions={
        <>
          <CloseButton>{said.cancel}</CloseButton>
          <Button tone="primary" isBusy={change.isBusy} disabled={role === member.role} onClick={save}>
            {said.save}
          </Button>
        </>
      }
    >
      <RoleField role={role} onRole={setRole} />
      {member.isSelf && <Notice tone="warn">{said.changeSelf}</Notice>}
      {change.error && <FailureNotice error={change.error} title={said.notChanged} />}
      {change.confirmation}
    </Dialog>
  );
}

export function RemoveDialog({ member, onClose }: MemberDialogProps) {
  const said = useWords(teamWords);
  const trpc = useTRPC();
  const { finalFocus, openerGoes } = useFinalFocus();
  const removal = useAct(trpc.team.remove.mutationOptions(useReadAgain()));
  const person = callNameOf(member);
  const remove = () =>
    removal.act({ userId: member.userId }, () => {
      openerGoes();
      onClose(said.removed(person));
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={removal.isBusy}
      finalFocus={finalFocus}
      title={said.removeTitle(person)}
      description={said.removeHelp}
      actions={
        <>
          <CloseButton>{said.cancel}</CloseButton>
          <Button tone="danger" isBusy={removal.isBusy} onClick={remove}>
            {said.removeNow}
          </Button>
        </>
      }
    >
      {member.isSelf && <Notice tone="warn">{said.removeSelf}</Notice>}
      {removal.error && <FailureNotice error={removal.error} title={said.notRemoved} />}
      {removal.confirmation}
    </Dialog>
  );
}
