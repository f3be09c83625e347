"use client";
import { useFormatter, useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice";
import type { FileFault, ImportChoices, ImportResult } from "./bank-day-types";

type Layout = ImportChoices["formats"][number];

/** Examples of how a layout writes amounts. */
const amounts = { comma: "1.234,56", dot: "1234.56" } as const;

/** What a file of a layout has: its columns, and how amounts and times are written. */
export function LayoutHelp({ format: { columns, amounts: style, times } }: { format: Layout }) {
  const t = useTranslations("staff.bankDays");
  return (
    <p className="-mt-3 text-ink-soft">
      {t("layoutHelp", { columns: columns.join(", "), amount: amounts[style], time: toTime(times) })}
    </p>
  );
}

const toTime = (times: string): string => (times === "iso" ? "2026-11-27T14:03:21+03:00" : times);

/** The faults of a file that was not imported, each with its line and what to do. */
export function FileFaults({ found, format }: { found: Extract<ImportResult, { kind: "faulty" }>; format: Layout }) {
  const t = useTranslations("staff.bankDays");
  const { faults, faultCount } = found;
  return (
    <Notice tone="bad" title={t("faulty", { count: faultCount })} isUrgent>
      <p>{t("faultyHelp")}</p>
      <ul className="mt-2 list-disc pl-5">
        {faults.map((fault) => (
          <li key={`${fault.line} ${fault.what} ${fault.value}`} className="wrap-anywhere">
            <Fault fault={fault} format={format} />
          </li>
        ))}
      </ul>
      {faultCount > faults.length && <p className="mt-2">{t("moreFaults", { count: faultCount - faults.length })}</p>}
    </Notice>
  );
}

function Fault({ fault: { line, what, value }, format }: { fault: FileFault; format: Layout }) {
  const t = useTranslations("staff.bankDays");
  const numbers = useFormatter();
  const sentence = t(`faults.${what}`, {
    value,
    amount: amounts[format.amounts],
    time: toTime(format.times),
  });
  return line === null ? sentence : `${t("faultLine", { line: numbers.number(line) })} ${sentence}`;
}
