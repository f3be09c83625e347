"use client";
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { dateTimeText } from "@/components/ui/date-time";
import { shareTranslator } from "@/messages/share";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { Button, ButtonLink } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { SelectField } from "../../ui/field";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { ScreenSkeleton } from "../screen-skeleton";
import { useTRPC } from "../trpc";
import { isOpen, type ShownLink } from "./link-types";
import { QrFailed, QrImage, useQrMatrix } from "./qr-image";

/** A printable poster of a link, for a counter or a parcel. Only the sheet itself is printed. */
export function PosterScreen({ linkId }: { linkId: string }) {
  const t = useTranslations("panel.poster");
  const trpc = useTRPC();
  const { data: link, error, refetch } = useQuery(trpc.link.get.queryOptions({ linkId }));
  const [language, setLanguage] = useState<Language>(useLanguage());
  return (
    <main className="mx-auto max-w-3xl p-4 sm:p-6 print:max-w-none print:p-0">
      <div className="mb-6 flex flex-wrap items-end gap-3 print:hidden">
        <ButtonLink href={`/panel/links/${linkId}`}>← {t("back")}</ButtonLink>
        <SelectField
          label={t("language")}
          className="ml-auto"
          value={language}
          onChange={({ currentTarget: { value } }) => setLanguage(value === "tr" ? "tr" : "en")}
        >
          <option value="tr">{t("languages.tr")}</option>
          <option value="en">{t("languages.en")}</option>
        </SelectField>
        <Button tone="primary" disabled={!link} onClick={() => window.print()}>
          <Printer aria-hidden="true" size={16} />
          {t("print")}
        </Button>
        {link && !isOpen(link.status) && (
          <div className="basis-full">
            <Notice tone="warn">{t("closed")}</Notice>
          </div>
        )}
      </div>
      {error && !link && <FailureNotice title={t("failed")} error={error} onRetry={refetch} />}
      {!error && !link && <ScreenSkeleton />}
      {link && <Sheet link={link} language={language} />}
    </main>
  );
}

/** The sheet of the poster. It uses print colours even in dark mode. */
function Sheet({ link, language }: { link: ShownLink; language: Language }) {
  const t = shareTranslator(language, "share.poster");
  const { data: matrix, error } = useQrMatrix(link.url);
  return (
    <article
      lang={language}
      className="poster-sheet mx-auto flex flex-col items-center gap-6 rounded-card border border-line px-6 py-10 text-center print:rounded-none print:border-0 print:py-0"
    >
      <h1 className="text-3xl font-semibold wrap-anywhere">{link.merchantName}</h1>
      {link.description && <p className="max-w-prose text-lg wrap-anywhere">{link.description}</p>}
      <p className="text-5xl font-semibold max-sm:text-4xl">{displayAmount(link.amount, language)}</p>
      <div className="w-full max-w-96">{error ? <QrFailed /> : <QrImage matrix={matrix} label={t("qrLabel")} />}</div>
      <p className="text-lg font-medium">{t("pay")}</p>
      <p>
        {t("until")}: <strong>{dateTimeText(link.expiresAt, language)}</strong>
      </p>
      <p className="text-sm">
        {t("reference", { reference: link.partnerReference.toString() })} · {t("safe")}
      </p>
    </article>
  );
}
