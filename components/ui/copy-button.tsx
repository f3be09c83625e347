"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "./button";

/** Copies a text to the clipboard and confirms it for two seconds, also to screen readers. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useTranslations("shared.copyButton");
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
      {isCopied ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
      <span aria-live="polite">{isCopied ? t("copied") : (label ?? t("copy"))}</span>
    </Button>
  );
}
