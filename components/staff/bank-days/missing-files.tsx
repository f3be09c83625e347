"use client";
import { useTranslations } from "use-intl/react";
import { writeScope } from "@/server/domain/bank-days/scope";
import { ButtonLink } from "../../ui/button";
import { dateTimeText } from "../../ui/date-time";
import { useLanguage } from "../../ui/language";
import { Section } from "../../ui/section";
import { useMayAsStaff } from "../staff-shell";
import { bankDaysHref, type MissingFile, toDate } from "./bank-day-types";

/** The days on which money has moved and no bank's file covers it, each with the way to import the file. */
export function MissingFiles({ missing }: { missing: readonly MissingFile[] }) {
  const t = useTranslations("staff.bankDays");
  const language = useLanguage();
  const mayImport = useMayAsStaff("bank_day.write");
  if (missing.length === 0) return null;
  return (
    <Section title={t("missing")}>
      <ul className="divide-y divide-line rounded-card border border-line border-l-4 border-l-warn">
        {missing.map((one) => {
          const day = dateTimeText(toDate(one.day), language, "day");
          return (
            <li key={one.day} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
              <p className="min-w-0">
                <span className="font-medium">{t("missingDay", { day, count: one.count })}</span>
                <span className="block text-ink-soft">{one.banks.map(({ name }) => name).join(", ")}</span>
              </p>
              {mayImport && (
                <ButtonLink href={toImport(one)} aria-label={t("importOf", { day })}>
                  {t("import")}
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Returns the address that imports a missing file: for one bank where the day has files of other banks already. */
function toImport({ day, banks, hasOthers }: MissingFile): string {
  const [first] = banks;
  const covers = hasOthers && first ? { covers: writeScope({ of: "bank", name: first.bank }) } : {};
  return `${bankDaysHref}/import?${new URLSearchParams({ day, ...covers })}`;
}
