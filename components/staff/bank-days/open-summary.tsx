"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice";
import { TextLink } from "../../ui/text-link";
import { useTRPC } from "../trpc";
import { bankDaysHref } from "./bank-day-types";

/** How often the number is read again, in ms. */
const refetchInterval = 30_000;

/** The number of open differences between banks and books, and the age of the oldest one. Empty where none is open. */
export function OpenSummary() {
  const t = useTranslations("staff.bankDays");
  const { data } = useQuery({ ...useTRPC().bankDay.open.queryOptions(), refetchInterval });
  if (!data || data.oldestDays === null) return null;
  return (
    <div className="mb-6">
      <Notice tone={data.oldestDays >= 3 ? "bad" : "warn"}>
        {t("summary", { count: data.count, days: data.oldestDays })}{" "}
        <TextLink isInText href={bankDaysHref}>
          {t("toBankDays")}
        </TextLink>
      </Notice>
    </div>
  );
}
