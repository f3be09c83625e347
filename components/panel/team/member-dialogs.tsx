"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
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

export function ChangeRoleDialog({ member, onClose }: MemberDialogProps) {
  const said = useWords(teamWords);
  const roles = roleWords[useLanguage()];
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [role, setRole] = useState(member.role);
  const change = useAct(trpc.team.changeRole.mutationOptions());
  const person = callNameOf(member);
  const save = () =>
    change.act({ userId: member.userId, role }, async () => {
      await queries.invalidateQueries(trpc.team.pathFilter());
      onClose(said.changed(person, roles[role].name));
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={said.changeTitle(person)}
      description={said.changeHelp}
      actions={
        <>
          <Button onClick={() => onClose()}>{said.cancel}</Button>
          <Button tone="primary" isBusy={change.isBusy} disabled={role === member.role} onClick={save}>
            {said.save}
          </Button>
        </>
      }
    >
      <RoleField role={role} onRole={setRole} />
      {member.isSelf && <Notice tone="warn">{said.changeSelf}</Notice>}
      {change.error && <FailureNotice error={change.error} title={said.changeTitle(person)} />}
      {change.confirmation}
    </Dialog>
  );
}

export function RemoveDialog({ member, onClose }: MemberDialogProps) {
  const said = useWords(teamWords);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const removal = useAct(trpc.team.remove.mutationOptions());
  const person = callNameOf(member);
  const remove = () =>
    removal.act({ userId: member.userId }, async () => {
      await queries.invalidateQueries(trpc.team.pathFilter());
      onClose(said.removed(person));
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={said.removeTitle(person)}
      description={said.removeHelp}
      actions={
        <>
          <Button onClick={() => onClose()}>{said.cancel}</Button>
          <Button tone="danger" isBusy={removal.isBusy} onClick={remove}>
            {said.removeNow}
          </Button>
        </>
      }
    >
      {member.isSelf && <Notice tone="warn">{said.removeSelf}</Notice>}
      {removal.error && <FailureNotice error={removal.error} title={said.removeTitle(person)} />}
      {removal.confirmation}
    </Dialog>
  );
}
