"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { roleWords } from "../words/roles";
import { RoleField } from "./role-field";
import { teamWords } from "./team-words";

export type Member = PanelOutputs["team"]["list"][number];

/** Returns the member's name, or the e-mail address when there is no name. */
export const formatMemberName = ({ name, email }: Pick<Member, "name" | "email">): string => name || email;

interface MemberDialogProps {
  readonly member: Member;
  /** @param done the sentence that confirms the change, when there was one */
  onClose(done?: string): void;
}

/** Returns mutation options that fetch the team again after every outcome, even when the dialog was closed. */
function useRefetchTeam() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { onSettled: () => void queries.invalidateQueries(trpc.team.pathFilter()) };
}

export function ChangeRoleDialog({ member, onClose }: MemberDialogProps) {
  const t = useWords(teamWords);
  const roles = roleWords[useLanguage()];
  const trpc = useTRPC();
  const [role, setRole] = useState(member.role);
  const change = useMutationWithConfirmation(trpc.team.changeRole.mutationOptions(useRefetchTeam()));
  const person = formatMemberName(member);
  const save = () => change.mutate({ userId: member.userId, role }, () => onClose(t.changed(person, roles[role].name)));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={change.isBusy}
      title={t.changeTitle(person)}
      description={t.changeHelp}
      actions={
        <>
          <CloseButton>{t.cancel}</CloseButton>
          <Button tone="primary" isBusy={change.isBusy} disabled={role === member.role} onClick={save}>
            {t.save}
          </Button>
        </>
      }
    >
      <RoleField role={role} onRole={setRole} />
      {member.isSelf && <Notice tone="warn">{t.changeSelf}</Notice>}
      {change.error && <FailureNotice error={change.error} title={t.notChanged} />}
      {change.confirmation}
    </Dialog>
  );
}

export function RemoveDialog({ member, onClose }: MemberDialogProps) {
  const t = useWords(teamWords);
  const trpc = useTRPC();
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const removal = useMutationWithConfirmation(trpc.team.remove.mutationOptions(useRefetchTeam()));
  const person = formatMemberName(member);
  const remove = () =>
    removal.mutate({ userId: member.userId }, () => {
      markOpenerRemoved();
      onClose(t.removed(person));
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={removal.isBusy}
      finalFocus={finalFocus}
      title={t.removeTitle(person)}
      description={t.removeHelp}
      actions={
        <>
          <CloseButton>{t.cancel}</CloseButton>
          <Button tone="danger" isBusy={removal.isBusy} onClick={remove}>
            {t.removeNow}
          </Button>
        </>
      }
    >
      {member.isSelf && <Notice tone="warn">{t.removeSelf}</Notice>}
      {removal.error && <FailureNotice error={removal.error} title={t.notRemoved} />}
      {removal.confirmation}
    </Dialog>
  );
}
