"use client";
import { type FormEvent, type ReactNode, useId } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";

interface PayoutDialogProps {
  readonly title: string;
  readonly description: ReactNode;
  readonly saveLabel: string;
  readonly tone?: "primary" | "danger";
  readonly isBusy: boolean;
  /** Why the server refused the action, where no field says it. */
  readonly failure: unknown;
  /** The page's title, where the action removes the button that has opened the dialog. */
  readonly finalFocus?: () => HTMLElement | null;
  onSubmit(event: FormEvent): void;
  onClose(): void;
  readonly children?: ReactNode;
}

/** The dialog of one action about payouts: it says what will happen, and asks what the action needs. */
export function PayoutDialog(props: PayoutDialogProps) {
  const { title, description, saveLabel, tone = "primary", isBusy, failure, finalFocus, children } = props;
  const t = useTranslations("staff");
  const formId = useId();
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      isBusy={isBusy}
      title={title}
      description={description}
      {...(finalFocus && { finalFocus })}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          <Button type="submit" form={formId} tone={tone} isBusy={isBusy}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className="flex flex-col gap-4 empty:hidden" onSubmit={props.onSubmit} noValidate>
        {children}
      </form>
      {failure ? <FailureNotice error={failure} title={t("merchant.notSaved")} /> : null}
    </Dialog>
  );
}
