"use client";
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useState } from "react";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { Button, ButtonLink } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { SelectField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { momentText } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { ScreenSkeleton } from "../screen-skeleton";
import { useTRPC } from "../trpc";
import { isOpen, type ShownLink } from "./link-type";
import { posterWords } from "./poster-words";
import { QrCode, QrFailed, useQrMatrix } from "./qr-code";

/** A link on a sheet of paper, for a counter or a parcel. What is around the sheet is not printed. */
export function PosterScreen({ linkId }: { linkId: string }) {
  const said = useWords(posterWords);
  const trpc = useTRPC();
  const { data: link, error, refetch } = useQuery(trpc.link.get.queryOptions({ linkId }));
  const [language, setLanguage] = useState<Language>(useLanguage());
  return (
    <main className="mx-auto max-w-3xl p-4 sm:p-6 print:max-w-none print:p-0">
      <div className="mb-6 flex flex-wrap items-end gap-3 print:hidden">
        <ButtonLink href={`/panel/links/${linkId}`}>← {said.back}</ButtonLink>
        <SelectField
          label={said.language}
          className="ml-auto"
          value={language}
          onChange={({ currentTarget: { value } }) => setLanguage(value === "tr" ? "tr" : "en")}
        >
          <option value="tr">{said.languages.tr}</option>
          <option value="en">{said.languages.en}</option>
        </SelectField>
        <Button tone="primary" disabled={!link} onClick={() => window.print()}>
          <Printer aria-hidden="true" size={16} />
          {said.print}
        </Button>
        {link && !isOpen(link.status) && (
          <div className="basis-full">
            <Notice tone="warn">{said.closed}</Notice>
          </div>
        )}
      </div>
      {error && !link && <FailureNotice title={said.failed} error={error} onRetry={refetch} />}
      {!error && !link && <ScreenSkeleton />}
      {link && <Sheet link={link} language={language} />}
    </main>
  );
}

/** Paper is white, whatever the screen: its colours are those of print. */
function Sheet({ link, language }: { link: ShownLink; language: Language }) {
  const said = posterWords[language];
  const { data: matrix, error } = useQrMatrix(link.url);
  return (
    <article
      lang={language}
      className="poster-sheet mx-auto flex flex-col items-center gap-6 rounded-card border border-line px-6 py-10 text-center print:rounded-none print:border-0 print:py-0"
    >
      <h1 className="text-3xl font-semibold wrap-anywhere">{link.merchantName}</h1>
      {link.description && <p className="max-w-prose text-lg wrap-anywhere">{link.description}</p>}
      <p className="text-5xl font-semibold max-sm:text-4xl">{displayAmount(link.amount, language)}</p>
      <div className="w-full max-w-96">
        {error ? <QrFailed /> : <QrCode matrix={matrix} label={said.qrLabel} />}
      </div>
      <p className="text-lg font-medium">{said.pay}</p>
      <p>
        {said.until}: <strong>{momentText(link.expiresAt, language)}</strong>
      </p>
      <p className="text-sm">
        {said.reference} {link.partnerReference.toString()} · {said.safe}
      </p>
    </article>
  );
}
