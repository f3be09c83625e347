"use client";
import { Download, Printer } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { saveFile } from "../../ui/save-file";

interface RecoveryCodesDialogProps {
  /** Null while there are no codes to show, and the dialog is closed. */
  readonly codes: readonly string[] | null;
  readonly onKept: () => void;
}

/** Shows recovery codes once. Only its button closes the dialog, because the codes cannot be shown again. */
export function RecoveryCodesDialog({ codes, onKept }: RecoveryCodesDialogProps) {
  const t = useTranslations("shared.security");
  return (
    <Dialog isOpen={codes !== null} onClose={() => undefined} title={t("codes.title")} description={t("codes.what")}>
      {codes && <RecoveryCodes codes={codes} onKept={onKept} />}
    </Dialog>
  );
}

/** The ten recovery codes, which are shown only once, with the ways to save them. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTranslations("shared.security");
  const text = `${t("codes.fileHead")}\n\n${codes.join("\n")}\n`;
  return (
    <>
      <div data-print="true" className="rounded-control border border-line bg-surface p-4 print:border-0">
        <p className="mb-3 hidden font-semibold print:block">{t("codes.fileHead")}</p>
        <ol className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-base sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={t("codes.copy")} />
        <Button onClick={() => saveFile(new Blob([text], { type: "text/plain;charset=utf-8" }), t("codes.file"))}>
          <Download aria-hidden="true" size={16} />
          {t("codes.download")}
        </Button>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" size={16} />
          {t("codes.print")}
        </Button>
      </div>
      <Button tone="primary" onClick={onKept}>
        {t("codes.kept")}
      </Button>
    </>
  );
}
