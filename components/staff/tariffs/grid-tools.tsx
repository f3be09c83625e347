"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { type FileFault, writeTariff } from "@/server/domain/pricing/tariff";
import type { TariffDraft } from "@/server/domain/pricing/tariff-draft";
import type { CardLine } from "@/server/domain/pricing/tariff-order";
import { Button } from "../../ui/button";
import { dateTimeText } from "../../ui/date-time";
import { FailureNotice } from "../../ui/failure";
import { SelectField, TextField } from "../../ui/field";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { readFailure } from "../../ui/read-failure";
import { saveFile } from "../../ui/save-file";
import { useTRPC } from "../trpc";
import { AddCount, AddLine } from "./add-to-grid";
import { readTable, type TextTable } from "./read-table";
import type { Pricing, ShownTariff } from "./tariff-types";

interface GridToolsProps {
  readonly pricing: Pricing;
  readonly draft: TariffDraft;
  readonly prices: readonly TariffPrice[];
  onStart(prices: readonly TariffPrice[]): void;
  onLine(line: CardLine): void;
  onCount(count: number): void;
  onFile(table: TextTable): void;
}

/** The largest file of prices that is read, in bytes; a full tariff has a tenth of it. */
const fileMax = 512_000;

/** What fills the grid and what gives it lines and columns. */
export function GridTools({ pricing, draft, prices, onStart, onLine, onCount, onFile }: GridToolsProps) {
  const t = useTranslations("staff.tariffs");
  const [isUnread, setUnread] = useState(false);
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = "";
    const table = file && file.size <= fileMax ? readTable(await file.text()) : null;
    setUnread(file !== undefined && table === null);
    if (table) onFile(table);
  };
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <StartFrom pricing={pricing} onStart={onStart} />
        <TextField
          type="file"
          accept=".csv,text/csv"
          label={t("file")}
          className="max-w-prose"
          error={isUnread ? t("fileUnread") : null}
          onChange={(event) => void read(event)}
        />
        <Button
          className="sm:mt-6"
          onClick={() => saveFile(new Blob([writeTariff(prices)], { type: "text/csv" }), `${t("fileName")}.csv`)}
        >
          {t("download")}
        </Button>
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <AddLine draft={draft} onLine={onLine} />
        <AddCount draft={draft} onCount={onCount} />
      </div>
    </div>
  );
}

/** Chooses the prices to start from: nothing, one of the terminal's tariffs, or what another terminal has in force. */
function StartFrom({ pricing: { tariffs, siblings }, onStart }: Pick<GridToolsProps, "pricing" | "onStart">) {
  const t = useTranslations("staff.tariffs");
  const language = useLanguage();
  const queries = useQueryClient();
  const { tariff } = useTRPC();
  const [other, setOther] = useState("");
  const [isMissing, setMissing] = useState(false);
  const listId = useId();
  const copy = useMutation({
    mutationFn: (terminalId: string) => queries.fetchQuery(tariff.inForce.queryOptions({ terminalId })),
    onSuccess: (found) => onStart(found ?? []),
  });
  const isUnknown = readFailure(copy.error).code === "not_found";
  const name = ({ phase, validFrom }: ShownTariff) => `${dateTimeText(validFrom, language)} · ${t(`phases.${phase}`)}`;
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    if (target.value === "empty") onStart([]);
    else onStart(tariffs.find(({ id }) => id === target.value)?.prices ?? []);
    target.value = "";
  };
  return (
    <>
      <SelectField label={t("startFrom")} defaultValue="" onChange={choose}>
        <option value="" disabled>
          {t("choose")}
        </option>
        <option value="empty">{t("startEmpty")}</option>
        {[...tariffs].reverse().map((one) => (
          <option key={one.id} value={one.id}>
            {name(one)}
          </option>
        ))}
      </SelectField>
      <form
        className="flex items-start gap-2"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          setMissing(other.trim() === "");
          if (other.trim() !== "") copy.mutate(other.trim());
        }}
      >
        <TextField
          label={t("otherTerminal")}
          list={listId}
          autoComplete="off"
          value={other}
          onChange={({ target }) => {
            setMissing(false);
            copy.reset();
            setOther(target.value);
          }}
          error={isMissing ? t("otherMissing") : isUnknown ? t("otherUnknown") : null}
        />
        <datalist id={listId}>
          {siblings.map(({ terminalId, name: label }) => (
            <option key={terminalId} value={terminalId} label={label} />
          ))}
        </datalist>
        <Button type="submit" className="mt-6" isBusy={copy.isPending}>
          {t("copy")}
        </Button>
      </form>
      {copy.error && !isUnknown && <FailureNotice error={copy.error} title={t("notCopied")} />}
      {copy.data === null && <Notice tone="info">{t("nothingToCopy")}</Notice>}
    </>
  );
}

const faultsShown = 20;

/** The faults of a file, each with its line. A file with any fault changes nothing. */
export function FileFaults({ faults }: { faults: readonly FileFault[] }) {
  const t = useTranslations("staff.tariffs");
  if (faults.length === 0) return null;
  return (
    <div className="mb-3">
      <Notice tone="bad" title={t("fileFaults", { count: faults.length })} isUrgent>
        <ul>
          {faults.slice(0, faultsShown).map(({ line, code, what }) => (
            <li key={`${line} ${code} ${what}`}>
              {line === null ? t(`faults.${code}`) : t("faultLine", { line, fault: t(`faults.${code}`) })}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
