"use client";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { TextField } from "../../ui/field";

/** The link of an invitation, which is shown only this once. */
export function InvitationLink({ email, url, onClose }: { email: string; url: string; onClose(): void }) {
  const t = useTranslations("staff.merchant.people");
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("linkTitle")}
      description={t("linkText", { email })}
      actions={
        <>
          <CopyButton text={url} label={t("copyLink")} />
          <Button tone="primary" onClick={onClose}>
            {t("done")}
          </Button>
        </>
      }
    >
      <TextField label={t("link")} value={url} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
    </Dialog>
  );
}
