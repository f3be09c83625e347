"use client";
import type { ReactNode } from "react";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { FailureNotice } from "../../ui/failure";

interface AskDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly yes: string;
  readonly no: string;
  readonly tone?: "primary" | "danger";
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly failed: string;
  onYes(): void;
  onClose(): void;
}

/** Explains an action and asks for confirmation. */
export function AskDialog(props: AskDialogProps) {
  const { title, text, yes, no, tone = "primary", isBusy, error, failed, onYes, onClose } = props;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={isBusy}
      title={title}
      description={text}
      actions={
        <>
          <CloseButton>{no}</CloseButton>
          <Button tone={tone} isBusy={isBusy} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {error ? <FailureNotice error={error} title={failed} /> : null}
    </Dialog>
  );
}
