"use client";
import { useTranslations } from "use-intl/react";
import { PageHead } from "../../ui/page-head";
import { LogoRequests } from "./logo-requests";
import { NameRequests } from "./name-requests";

/** The trading names and logos that merchants ask for. Buyers see one once it is approved. */
export function BrandRequestsScreen() {
  const t = useTranslations("staff.merchant.names");
  return (
    <>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      <NameRequests />
      <LogoRequests />
    </>
  );
}
