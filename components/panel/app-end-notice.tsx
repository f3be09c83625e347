"use client";
import { useTranslations } from "use-intl/react";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { dateTimeText } from "../ui/date-time";
import { useLanguage } from "../ui/language";
import { Notice } from "../ui/notice";
import { TextLink } from "../ui/text-link";

/** Says until when a code app is enough for a person who needs a passkey, and leads to adding one. */
export function AppEndNotice({ door, at }: { door: SignInDoor; at: Date }) {
  const t = useTranslations("shared.security");
  const language = useLanguage();
  return (
    <div className="mb-6">
      <Notice tone="warn" title={t("appEnds.title", { at: dateTimeText(at, language) })}>
        <p>{t("appEnds.help")}</p>
        <p>
          <TextLink href={`/${door}/security`}>{t("passkeys.add")}</TextLink>
        </p>
      </Notice>
    </div>
  );
}
