"use client";
import { useTranslations } from "use-intl/react";
import { ButtonLink } from "../ui/button";
import { Empty } from "../ui/empty";

export function NoSuchScreen() {
  const t = useTranslations("panel.noSuchScreen");
  return (
    <>
      <h1 className="sr-only">{t("title")}</h1>
      <Empty title={t("title")} action={<ButtonLink href="/panel">{t("home")}</ButtonLink>} />
    </>
  );
}
