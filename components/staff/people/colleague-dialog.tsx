"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Control, FieldPathByValue, FieldValues } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { type StaffRole, staffRoles } from "@/server/domain/people/access";
import { colleagueInput, staffRoleInput } from "@/server/domain/people/staff-inputs";
import { useMutationWithConfirmation } from "../../panel/use-mutation-with-confirmation";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, DialogActions } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { FormSelect } from "../../ui/form/choice-fields";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { useTRPC } from "../trpc";
import type { Colleague, ColleagueAction } from "./colleague";

interface ColleagueDialogProps {
  readonly action: ColleagueAction;
  readonly colleague: Colleague;
  /** @param done the sentence that says what was done; undefined when the dialog was only closed */
  onClose(done?: string): void;
}

const refusedFields = { sensitive_data_not_allowed: "reason" } as const;

/** Asks for the reason of a change of a colleague, and makes it. */
export function ColleagueDialog({ action, ...props }: ColleagueDialogProps) {
  return action === "role" ? <RoleDialog {...props} /> : <ReasonDialog action={action} {...props} />;
}

/** Returns mutation options that fetch the staff again after every outcome. */
function useRefetchPeople() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { onSettled: () => void queries.invalidateQueries(trpc.people.pathFilter()) };
}

function RoleDialog({ colleague, onClose }: Omit<ColleagueDialogProps, "action">) {
  const t = useTranslations("staff.people");
  const roles = useTranslations("staff.roles");
  const change = useMutationWithConfirmation(useTRPC().people.changeRole.mutationOptions(useRefetchPeople()));
  const { control, submit, failure } = useZodForm(staffRoleInput, {
    defaultValues: { userId: colleague.userId, role: colleague.role, reason: "" },
    error: change.error,
    refusedFields,
  });
  const person = colleague.name || colleague.email;
  const save = submit((input) =>
    change.mutate(input, () => onClose(t("changed", { person, role: roles(input.role) }))),
  );
  return (
    <ActionDialog action="role" colleague={colleague} onClose={onClose} isBusy={change.isBusy}>
      <form className="flex flex-col gap-4" onSubmit={save} noValidate>
        <StaffRoleField control={control} name="role" />
        <FormTextArea control={control} name="reason" label={t("reason")} maxLength={300} required />
        {failure ? <FailureNotice error={failure} title={t("failed")} /> : null}
        <Buttons action="role" isBusy={change.isBusy} />
      </form>
      {change.confirmation}
    </ActionDialog>
  );
}

function ReasonDialog({ action, colleague, onClose }: ColleagueDialogProps & { action: "reset" | "remove" }) {
  const t = useTranslations("staff.people");
  const { people } = useTRPC();
  const refetch = useRefetchPeople();
  const removal = useMutationWithConfirmation(people.remove.mutationOptions(refetch));
  const reset = useMutationWithConfirmation(people.resetSecondFactor.mutationOptions(refetch));
  const change = action === "remove" ? removal : reset;
  const { control, submit, failure } = useZodForm(colleagueInput, {
    defaultValues: { userId: colleague.userId, reason: "" },
    error: change.error,
    refusedFields,
  });
  const person = colleague.name || colleague.email;
  return (
    <ActionDialog action={action} colleague={colleague} onClose={onClose} isBusy={change.isBusy}>
      <form
        className="flex flex-col gap-4"
        onSubmit={submit((input) => change.mutate(input, () => onClose(t(`done.${action}`, { person }))))}
        noValidate
      >
        <FormTextArea control={control} name="reason" label={t("reason")} maxLength={300} required />
        {failure ? <FailureNotice error={failure} title={t("failed")} /> : null}
        <Buttons action={action} isBusy={change.isBusy} />
      </form>
      {change.confirmation}
    </ActionDialog>
  );
}

function ActionDialog({
  action,
  colleague,
  onClose,
  isBusy,
  children,
}: ColleagueDialogProps & { isBusy: boolean; children: ReactNode }) {
  const t = useTranslations("staff.people");
  return (
    <Dialog
      isOpen
      onClose={() => onClose()}
      isBusy={isBusy}
      title={t(`titles.${action}`, { person: colleague.name || colleague.email })}
      description={t(`help.${action}`)}
    >
      {children}
    </Dialog>
  );
}

function Buttons({ action, isBusy }: { action: ColleagueAction; isBusy: boolean }) {
  const t = useTranslations("staff.people");
  return (
    <DialogActions>
      <CloseButton>{t("cancel")}</CloseButton>
      <Button type="submit" tone={action === "remove" ? "danger" : "primary"} isBusy={isBusy}>
        {t(`does.${action}`)}
      </Button>
    </DialogActions>
  );
}

/** Selects a role of staff. */
export function StaffRoleField<Values extends FieldValues, Output>({
  control,
  name,
}: {
  control: Control<Values, unknown, Output>;
  name: FieldPathByValue<Values, StaffRole>;
}) {
  const t = useTranslations("staff.people");
  const roles = useTranslations("staff.roles");
  return (
    <FormSelect<Values, Output, StaffRole> control={control} name={name} label={t("role")} hint={t("roleHint")}>
      {staffRoles.map((one) => (
        <option key={one} value={one}>
          {roles(one)}
        </option>
      ))}
    </FormSelect>
  );
}
