"use client";
import { useTranslations } from "use-intl/react";
import { ButtonLink } from "../ui/button";
import { Empty } from "../ui/empty";

export function NoSuchStaffScreen() {
  const t = useTranslations("staff");
  return (
    <>
      <h1 className="sr-only">{t("noScreen")}</h1>
      <Empty title={t("noScreen")} action={<ButtonLink href="/staff">{t("partners")}</ButtonLink>} />
    </>
  );
}
