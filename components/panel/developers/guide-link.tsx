"use client";
import { useTranslations } from "use-intl/react";

/** A link to the developer guide. It is a plain anchor, because the guide is not a page of the panel. */
export function GuideLink() {
  const t = useTranslations("panel.webhook");
  return (
    <a
      href="/docs/webhooks"
      className="inline-flex min-h-9 items-center text-accent underline underline-offset-2 max-sm:min-h-11"
    >
      {t("guide")}
    </a>
  );
}
