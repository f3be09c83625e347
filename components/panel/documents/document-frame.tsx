"use client";
import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Button, ButtonLink } from "../../ui/button";
import { DownloadLink } from "../../ui/download-link";
import { FailureNotice } from "../../ui/failure";
import { ScreenSkeleton } from "../screen-skeleton";

interface DocumentFrameProps {
  /** The page that the document was opened from. */
  readonly back: string;
  /** The address of the document as a PDF. */
  readonly pdf: string;
  readonly error: unknown;
  readonly onRetry: () => unknown;
  /** The document; null until it is read. */
  readonly children: ReactNode;
}

/** A page that prints a document: the document alone goes to the printer. */
export function DocumentFrame({ back, pdf, error, onRetry, children }: DocumentFrameProps) {
  const t = useTranslations("panel.document");
  return (
    <main className="mx-auto max-w-3xl p-4 sm:p-6 print:max-w-none print:p-0">
      <div className="mb-6 flex flex-wrap items-center gap-3 print:hidden">
        <ButtonLink href={back}>← {t("back")}</ButtonLink>
        <span className="ml-auto flex flex-wrap gap-3">
          {children && <DownloadLink href={pdf}>{t("download")}</DownloadLink>}
          <Button tone="primary" disabled={!children} onClick={() => window.print()}>
            <Printer aria-hidden="true" size={16} />
            {t("print")}
          </Button>
        </span>
      </div>
      {error && !children ? <FailureNotice title={t("failed")} error={error} onRetry={onRetry} /> : null}
      {!error && !children && <ScreenSkeleton />}
      {children}
    </main>
  );
}
