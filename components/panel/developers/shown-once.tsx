"use client";
import { Button } from "../../ui/button";
import { CodeText } from "../../ui/code-text";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { Notice } from "../../ui/notice";

interface ShownOnceProps {
  readonly title: string;
  readonly text: string;
  readonly warning: string;
  readonly secret: string;
  readonly copyLabel: string;
  readonly done: string;
  onClose(): void;
}

/**
 * Shows a secret that cannot be shown again. Only the dialog's own button closes it, so that it is not lost by
 * accident.
 */
export function ShownOnce({ title, text, warning, secret, copyLabel, done, onClose }: ShownOnceProps) {
  return (
    <Dialog
      isOpen
      onClose={() => undefined}
      title={title}
      description={text}
      actions={
        <>
          <CopyButton text={secret} label={copyLabel} />
          <Button tone="primary" onClick={onClose}>
            {done}
          </Button>
        </>
      }
    >
      <CodeText text={secret} />
      <Notice tone="warn">{warning}</Notice>
    </Dialog>
  );
}
