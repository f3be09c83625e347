"use client";
import { useTranslations } from "use-intl/react";
import { DownloadLink } from "../ui/download-link";
import { useLanguage } from "../ui/language";

/**
 * Links to a list as a file, for spreadsheets and as CSV. The file is in the language of the page.
 * @param path the address of the file without its ending
 */
export function ExportLinks({
  path,
  parameters,
  hasPdf = false,
}: {
  path: string;
  parameters?: URLSearchParams;
  hasPdf?: boolean;
}) {
  const t = useTranslations("panel.export");
  const query = new URLSearchParams(parameters);
  query.set("lang", useLanguage());
  return (
    <>
      <DownloadLink href={`${path}.xlsx?${query}`} label={t("xlsxLabel")}>
        {t("xlsx")}
      </DownloadLink>
      <DownloadLink href={`${path}.csv?${query}`} label={t("csvLabel")}>
        {t("csv")}
      </DownloadLink>
      {hasPdf && (
        <DownloadLink href={`${path}.pdf?${query}`} label={t("pdfLabel")}>
          {t("pdf")}
        </DownloadLink>
      )}
    </>
  );
}
