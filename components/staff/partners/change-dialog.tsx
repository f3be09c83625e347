"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";
import { useTRPC } from "../trpc";

interface ChangeDialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly saveLabel: string;
  readonly tone?: "primary" | "danger";
  readonly isBusy: boolean;
  /** Why the server refused the change, where no field says it. */
  readonly failure: unknown;
  onSubmit(event: FormEvent): void;
  onClose(): void;
  readonly children: ReactNode;
}

/** A dialog with the form of one change. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, description, saveLabel, tone = "primary", isBusy, failure, onSubmit, onClose, children } = props;
  const t = useTranslations("staff");
  const formId = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={isBusy}
      title={title}
      description={description}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone={tone} isBusy={isBusy}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
        {children}
      </form>
      {failure ? <FailureNotice error={failure} title={t("merchant.notSaved")} /> : null}
    </Dialog>
  );
}

/** The options of a mutation after which everything about merchants is read again, also when it was refused. */
export function useRefetchPartners() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { onSettled: () => queries.invalidateQueries(trpc.partner.pathFilter()) };
}
