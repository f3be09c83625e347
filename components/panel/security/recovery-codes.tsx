"use client";
import { Download, Printer } from "lucide-react";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { useWords } from "../../ui/language";
import { saveFile } from "../../ui/save-file";
import { securityWords } from "./security-words";

/** Ten codes that are shown this one time, and the ways of keeping them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { codes: said } = useWords(securityWords);
  const text = `${said.fileHead}\n\n${codes.join("\n")}\n`;
  return (
    <>
      <div data-print="true" className="rounded-control border border-line bg-surface p-4 print:border-0">
        <p className="mb-3 hidden font-semibold print:block">{said.fileHead}</p>
        <ol className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-base sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={said.copy} />
        <Button onClick={() => saveFile(new Blob([text], { type: "text/plain;charset=utf-8" }), said.file)}>
          <Download aria-hidden="true" size={16} />
          {said.download}
        </Button>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" size={16} />
          {said.print}
        </Button>
      </div>
      <Button tone="primary" onClick={onKept}>
        {said.kept}
      </Button>
    </>
  );
}
