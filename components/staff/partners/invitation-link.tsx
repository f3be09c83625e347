"use client";
import { useTranslations } from "use-intl/react";
import { LinkDialog } from "../../ui/link-dialog";

/** The link of an invitation, which is shown only this once. */
export function InvitationLink({ email, url, onClose }: { email: string; url: string; onClose(): void }) {
  const t = useTranslations("staff.merchant.people");
  const texts = {
    title: t("linkTitle"),
    description: t("linkText", { email }),
    link: t("link"),
    copy: t("copyLink"),
    done: t("done"),
  };
  return <LinkDialog url={url} texts={texts} onClose={onClose} />;
}
