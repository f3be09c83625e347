"use client";
import { useWords } from "../../ui/language";

const words = { tr: "Webhook kılavuzu", en: "Webhook guide" };

/** To the guide for developers, which is no page of the panel. */
export function GuideLink() {
  return (
    <a
      href="/docs/webhooks"
      className="inline-flex min-h-9 items-center text-accent underline underline-offset-2 max-sm:min-h-11"
    >
      {useWords(words)}
    </a>
  );
}
