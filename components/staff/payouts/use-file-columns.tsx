"use client";
import { useTranslations } from "use-intl/react";
import { StateBadge } from "../../panel/words/state-badge";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { DateTime, dateTimeText } from "../../ui/date-time";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { useMayAsStaff } from "../staff-shell";
import type { BankFile } from "./payout-types";

interface FileActions {
  onDownload(file: BankFile): void;
  /** The file that is being downloaded. */
  readonly downloadedId: string | null;
  onSend(file: BankFile): void;
}

/** Returns the columns of the list of files for the bank. */
export function useFileColumns(actions: FileActions): ListColumn<BankFile>[] {
  const t = useTranslations("staff.payouts.files");
  const words = useTranslations("staff.payouts");
  return [
    {
      key: "created",
      head: t("created"),
      width: 9,
      card: "title",
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
    {
      key: "createdBy",
      head: t("createdBy"),
      width: 12,
      rank: 1,
      card: "line",
      cell: ({ createdBy }) => createdBy,
    },
    { key: "format", head: t("format"), width: 8, rank: 2, card: "line", cell: ({ format }) => t(`formats.${format}`) },
    {
      key: "valueDate",
      head: words("valueDate"),
      width: 7,
      card: "line",
      cell: ({ valueDate }) => <DateTime at={valueDate} style="day" />,
    },
    {
      key: "sum",
      head: t("sum"),
      width: 9,
      align: "right",
      card: "value",
      cell: ({ amountKurus, count }) => (
        <>
          <span className="block">
            <Amount kurus={amountKurus} />
          </span>
          <span className="block font-normal text-ink-soft">{words("figures.count", { count })}</span>
        </>
      ),
    },
    {
      key: "outcomes",
      head: t("outcomes"),
      width: 11,
      card: "line",
      cell: ({ counts }) => <Outcomes counts={counts} />,
    },
    {
      key: "act",
      head: t("act"),
      width: 8,
      align: "right",
      grows: true,
      card: "action",
      cell: (file) => <Actions file={file} {...actions} />,
    },
  ];
}

const shownStates = ["approved", "sent", "paid_out", "failed"] as const;

/** How many payouts of a file are in each state. */
const Outcomes = ({ counts }: Pick<BankFile, "counts">) => (
  <ul className="@max-xl:inline-flex @max-xl:flex-wrap @max-xl:gap-x-3">
    {shownStates
      .filter((state) => counts[state] > 0)
      .map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <StateBadge kind="payout" value={state} />
          <span className="tabular-nums">{counts[state]}</span>
        </li>
      ))}
  </ul>
);

function Actions({ file, onDownload, downloadedId, onSend }: FileActions & { file: BankFile }) {
  const t = useTranslations("staff.payouts.files");
  const language = useLanguage();
  const [mayExport, mayWrite] = [useMayAsStaff("payout.export"), useMayAsStaff("payout.write")];
  const name = dateTimeText(file.createdAt, language);
  return (
    <div className="flex flex-wrap justify-end gap-1">
      {mayExport && (
        <Button
          aria-label={t("downloadOf", { name })}
          isBusy={downloadedId === file.fileId}
          disabled={downloadedId !== null && downloadedId !== file.fileId}
          onClick={() => onDownload(file)}
        >
          {t("download")}
        </Button>
      )}
      {mayWrite && file.counts.approved > 0 && (
        <Button aria-label={t("sendOf", { name })} onClick={() => onSend(file)}>
          {t("send")}
        </Button>
      )}
    </div>
  );
}
