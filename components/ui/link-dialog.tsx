"use client";
import { Button } from "./button";
import { CopyButton } from "./copy-button";
import { Dialog } from "./dialog";
import { TextField } from "./field";

interface LinkDialogProps {
  readonly url: string;
  readonly texts: {
    readonly title: string;
    readonly description: string;
    /** The label of the field with the link. */
    readonly link: string;
    readonly copy: string;
    readonly done: string;
  };
  onClose(): void;
}

/** Shows a secret link, for the only time, to be copied. */
export function LinkDialog({ url, texts, onClose }: LinkDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.title}
      description={texts.description}
      actions={
        <>
          <CopyButton text={url} label={texts.copy} />
          <Button tone="primary" onClick={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <TextField label={texts.link} value={url} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
    </Dialog>
  );
}
