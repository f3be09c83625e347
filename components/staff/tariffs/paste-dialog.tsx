"use client";
import { useTranslations } from "use-intl/react";
import { type PastedCell, placeBlock, type TariffDraft } from "@/server/domain/pricing/tariff-draft";
import type { PriceKey } from "@/server/domain/pricing/tariff-order";
import { Button } from "../../ui/button";
import { CloseButton, Dialog } from "../../ui/dialog";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { Table } from "../../ui/table";
import { useCardLabel } from "./card-label";
import type { TextTable } from "./read-table";

interface PasteProps {
  readonly draft: TariffDraft;
  readonly from: PriceKey;
  readonly block: TextTable;
  onClose(): void;
  onFill(cells: readonly PastedCell[]): void;
}

/** Shows where the cells of a pasted block go and which of them have a problem, before they are filled in. */
export function PasteDialog({ draft, from, block, onClose, onFill }: PasteProps) {
  const t = useTranslations("staff.tariffs");
  const counts = useTranslations("shared.installments");
  const label = useCardLabel();
  const cells = placeBlock(draft, from, block, useLanguage());
  const good = cells.filter(({ problem }) => problem === null).length;
  const problems = cells.length - good;
  const fill = () => {
    onFill(cells);
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("pasteTitle")}
      description={t("pasteText", { good, problems })}
      actions={
        <>
          <CloseButton>{t("cancel")}</CloseButton>
          {good > 0 && (
            <Button tone="primary" onClick={fill}>
              {t("pasteFill", { count: good })}
            </Button>
          )}
        </>
      }
    >
      {problems > 0 && <Notice tone="warn">{t("pasteSkips")}</Notice>}
      <Table
        caption={t("pasteTitle")}
        columns={[
          {
            key: "cell",
            head: t("cell"),
            cell: ({ key, row, column }) =>
              key
                ? `${label(key)}, ${counts("count", { count: key.installmentCount })}`
                : t("cellPlace", { row, column }),
          },
          { key: "text", head: t("value"), align: "right", cell: ({ text }) => text || t("emptied") },
          {
            key: "problem",
            head: t("problem"),
            cell: ({ problem }) => (problem ? <span className="text-bad">{t(`pasteProblems.${problem}`)}</span> : "–"),
          },
        ]}
        rows={[...cells].sort((a, b) => Number(a.problem === null) - Number(b.problem === null)).slice(0, 100)}
        rowKey={({ row, column }) => `${row}-${column}`}
        empty={<Notice tone="info">{t("pasteEmpty")}</Notice>}
      />
    </Dialog>
  );
}
