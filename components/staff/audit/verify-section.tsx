"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { useTRPC } from "../trpc";

/** Verifies the chains of all logs when the button is pressed, and names the first entry of each broken one. */
export function VerifySection() {
  const t = useTranslations("staff.audit");
  const { data, error, isFetching, refetch } = useQuery({
    ...useTRPC().audit.verify.queryOptions(),
    enabled: false,
    gcTime: 0,
  });
  return (
    <div className="mt-8">
      <Section title={t("verify")}>
        <p className="mb-3 max-w-prose text-ink-soft">{t("verifyHelp")}</p>
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          {t("verifyNow")}
        </Button>
        <div aria-live="polite" className="mt-3 flex flex-col gap-3">
          {error && <FailureNotice error={error} />}
          {data && data.broken.length === 0 && (
            <Notice tone="good" title={t("intact", { logs: data.logs, entries: String(data.entries) })}>
              {data.head !== null && (
                <span className="font-mono text-xs wrap-anywhere">{t("head", { hash: data.head })}</span>
              )}
            </Notice>
          )}
          {data && data.broken.length > 0 && (
            <Notice tone="bad" isUrgent title={t("broken")}>
              <ul>
                {data.broken.map(({ scope, brokenAt }) => (
                  <li key={scope}>{t("brokenAt", { log: scope, number: String(brokenAt) })}</li>
                ))}
              </ul>
            </Notice>
          )}
        </div>
      </Section>
    </div>
  );
}
