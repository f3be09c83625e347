"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { dateTimeText } from "../ui/date-time";
import { useLanguage } from "../ui/language";
import type { PanelOutputs } from "./outputs";
import { useTRPC } from "./trpc";

export type Environment = PanelOutputs["self"]["environment"];

/** How often the time of a moved clock is read again, in ms; it is shown to the minute. */
const everyMs = 60_000;

interface EnvironmentBadgeProps {
  /** What the server knew when it sent the page. */
  readonly environment: Environment;
  /** Whether it is not read again, because the user may not ask for it yet. */
  readonly isStill?: boolean;
}

/**
 * Marks every screen of the panel and of the back-office as sandbox, and shows the product's time if the clock was
 * moved. In live mode it shows nothing.
 */
export function EnvironmentBadge({ environment, isStill = false }: EnvironmentBadgeProps) {
  const t = useTranslations("shared.environment");
  const language = useLanguage();
  const { data } = useQuery({
    ...useTRPC().self.environment.queryOptions(),
    initialData: environment,
    enabled: environment.mode === "sandbox" && !isStill,
    refetchInterval: everyMs,
  });
  if (data.mode === "live") return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-warn">
      <span className="rounded-control border border-warn px-1.5 py-0.5 font-medium" title={t("sandboxHelp")}>
        {t("sandbox")}
      </span>
      {data.movedTo && <span>{t("moved", { at: dateTimeText(data.movedTo, language) })}</span>}
    </p>
  );
}
