"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, useFinalFocus } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";

export type Member = PanelOutputs["team"]["list"][number];

/** Returns the member's name, or the e-mail address when there is no name. */
export const formatMemberName = ({ name, email }: Pick<Member, "name" | "email">): string => name || email;

export interface MemberDialogProps {
  readonly member: Member;
  /** @param done the sentence that confirms the change, when there was one */
  onClose(done?: string): void;
}

/** Returns mutation options that fetch the team again after every outcome, even when the dialog was closed. */
export function useRefetchTeam() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { onSettled: () => void queries.invalidateQueries(trpc.team.pathFilter()) };
}

export function RemoveDialog({ member, onClose }: MemberDialogProps) {
  const t = useTranslations("panel.team");
  const trpc = useTRPC();
  const { finalFocus, markOpenerRemoved } = useFinalFocus();
  const removal = useMutationWithConfirmation(trpc.team.remove.mutationOptions(useRefetchTeam()));
  const person = formatMemberName(member);
  const remove = () =>
    removal.mutate({ userId: member.userId }, () => {
      markOpenerRemoved();
      onClose(t("removed", { person }));
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={removal.isBusy}
      finalFocus={finalFocus}
      title={t("removeTitle", { person })}
      description={t("removeHelp")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button tone="danger" isBusy={removal.isBusy} onClick={remove}>
            {t("removeNow")}
          </Button>
        </>
      }
    >
      {member.isSelf && <Notice tone="warn">{t("removeSelf")}</Notice>}
      {removal.error && <FailureNotice error={removal.error} title={t("notRemoved")} />}
      {removal.confirmation}
    </Dialog>
  );
}
