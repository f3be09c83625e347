"use client";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { roleChangeInput } from "@/server/domain/people/team-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { useZodForm } from "../../ui/form/use-zod-form";
import { Notice } from "../../ui/notice";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { formatMemberName, type MemberDialogProps, useRefetchTeam } from "./remove-dialog";
import { RoleField } from "./role-field";

export function ChangeRoleDialog({ member, onClose }: MemberDialogProps) {
  const t = useTranslations("panel.team");
  const roles = useTranslations("shared.roles");
  const trpc = useTRPC();
  const formId = useId();
  const change = useMutationWithConfirmation(trpc.team.changeRole.mutationOptions(useRefetchTeam()));
  const { control, submit, failure } = useZodForm(roleChangeInput, {
    defaultValues: { userId: member.userId, role: member.role },
    error: change.error,
  });
  const role = useWatch({ control, name: "role" });
  const person = formatMemberName(member);
  const save = submit((input) =>
    change.mutate(input, () => onClose(t("changed", { person, role: roles(`${input.role}.name`) }))),
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={change.isBusy}
      title={t("changeTitle", { person })}
      description={t("changeHelp")}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone="primary" isBusy={change.isBusy} disabled={role === member.role}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate>
        <RoleField control={control} name="role" />
      </form>
      {member.isSelf && <Notice tone="warn">{t("changeSelf")}</Notice>}
      {failure ? <FailureNotice error={failure} title={t("notChanged")} /> : null}
      {change.confirmation}
    </Dialog>
  );
}
