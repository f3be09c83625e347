"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { compareTariffs } from "@/server/domain/pricing/tariff-difference";
import {
  createDraft,
  readDraft,
  withCount,
  withLine,
  withoutLine,
  withPasted,
  withTexts,
} from "@/server/domain/pricing/tariff-draft";
import { type PriceKey, toPriceKey } from "@/server/domain/pricing/tariff-order";
import { findInForce, findSpanObstacle } from "@/server/domain/pricing/tariff-span";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { readFailure } from "../../ui/read-failure";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { useTRPC } from "../trpc";
import { useCardLabel } from "./card-label";
import { Difference } from "./difference-table";
import { FileFaults, GridTools } from "./grid-tools";
import { PasteDialog } from "./paste-dialog";
import { PriceGrid } from "./price-grid";
import { ProposeForm } from "./propose-form";
import { isTariffFile, readBlock, readTable, readTariffFile } from "./read-table";
import type { Pricing } from "./tariff-types";
import { TerminalLine } from "./tariffs-screen";
import { noValidity, readValidity, ValidityFields } from "./validity";

/** The editor of a new tariff of a terminal: its prices, its validity, what it changes, and the proposal. */
export function TariffEditorScreen({ terminalId }: { terminalId: string }) {
  const t = useTranslations("staff.tariffs");
  const pricing = useQuery({
    ...useTRPC().tariff.terminal.queryOptions({ terminalId }),
    // What is compared stays as it was read, or the difference would change while it is looked at.
    refetchOnWindowFocus: false,
  });
  const isMissing = readFailure(pricing.error).code === "not_found";
  return (
    <>
      <PageHead back={{ href: `/staff/terminals/${terminalId}/tariffs`, label: t("title") }} title={t("new")}>
        <TerminalLine pricing={pricing.data} terminalId={terminalId} />
      </PageHead>
      {isMissing && <Empty title={t("noTerminal")} />}
      {pricing.isError && !isMissing && <FailureNotice error={pricing.error} onRetry={() => pricing.refetch()} />}
      {pricing.isPending && <Skeleton className="h-96 w-full" />}
      {pricing.data && <Editor pricing={pricing.data} />}
    </>
  );
}

function Editor({ pricing }: { pricing: Pricing }) {
  const t = useTranslations("staff.tariffs");
  const [validity, setValidity] = useState(noValidity);
  const { draft, setDraft, start, pasted, setPasted, faults, setFaults, load } = useDraft(pricing);
  const { prices, faults: wrong } = readDraft(draft, useLanguage());
  const active = pricing.tariffs.filter(({ phase }) => phase !== "withdrawn");
  const { validFrom, validTo, isComplete } = readValidity(validity);
  const at = validFrom ?? pricing.now;
  const before = findInForce(active, at)?.prices ?? [];
  const obstacle = isComplete ? findSpanObstacle(active, { validFrom: at, validTo }, pricing.now) : null;
  const paste = (from: PriceKey, text: string) => {
    const table = readTable(text);
    if (table && isTariffFile(table)) load(table);
    else setPasted({ from, block: readBlock(text) });
  };
  const blocker = useBlocker({ wrong: wrong.length, before, prices, hasDates: isComplete && obstacle === null });
  const { editor, isTried, focusProblem } = useProblemFocus();
  return (
    <div ref={editor}>
      <Section title={t("prices")}>
        <p className="mb-3 max-w-prose text-ink-soft">{t("pricesHelp")}</p>
        <GridTools
          pricing={pricing}
          draft={draft}
          prices={prices}
          onStart={start}
          onLine={(line) => setDraft((present) => withLine(present, line))}
          onCount={(count) => setDraft((present) => withCount(present, count))}
          onFile={(table) => (isTariffFile(table) ? load(table) : setFaults(readTariffFile(table).faults))}
        />
        <FileFaults faults={faults} />
        <PriceGrid
          draft={draft}
          at={at}
          onType={(key, text) => setDraft((present) => withTexts(present, { [toPriceKey(key)]: text }))}
          onPaste={paste}
          onRemoveLine={(line) => setDraft((present) => withoutLine(present, line))}
        />
        {pasted && (
          <PasteDialog
            draft={draft}
            from={pasted.from}
            block={pasted.block}
            onClose={() => setPasted(null)}
            onFill={(cells) => setDraft((present) => withPasted(present, cells))}
          />
        )}
        <Uncharged pricing={pricing} prices={prices} />
      </Section>
      <Section title={t("validity")}>
        <ValidityFields validity={validity} obstacle={obstacle} isTried={isTried} onChange={setValidity} />
      </Section>
      <Section title={t("differenceTitle")}>
        {wrong.length > 0 ? <WrongCells wrong={wrong} /> : <Difference before={before} after={prices} at={at} />}
      </Section>
      <Section title={pricing.countsAtOnce ? t("saveTitle") : t("proposeTitle")}>
        <ProposeForm
          tariff={{ terminalId: pricing.terminal.terminalId, prices, validFrom, validTo }}
          countsAtOnce={pricing.countsAtOnce}
          blocker={blocker}
          onBlocked={focusProblem}
        />
      </Section>
    </div>
  );
}

interface BlockerInput {
  /** The number of cells that cannot be read. */
  readonly wrong: number;
  readonly before: readonly TariffPrice[];
  readonly prices: readonly TariffPrice[];
  readonly hasDates: boolean;
}

/** What keeps the tariff from being sent, as a sentence; null when nothing does. */
function useBlocker({ wrong, before, prices, hasDates }: BlockerInput): string | null {
  const t = useTranslations("staff.tariffs");
  if (wrong > 0) return t("fixCells");
  if (prices.length === 0) return t("noPrices");
  if (!hasDates) return t("fixDates");
  return compareTariffs(before, prices).changes.length === 0 ? t("nothingChanges") : null;
}

/** Moves the focus to the first field with a problem, or to the first price, once the problems are shown. */
function useProblemFocus() {
  const editor = useRef<HTMLDivElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries === 0) return;
    const field = editor.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? editor.current?.querySelector<HTMLElement>("[data-place]"))?.focus();
  }, [tries]);
  return { editor, isTried: tries > 0, focusProblem: () => setTries((count) => count + 1) };
}

/** The draft with everything that replaces or fills it: a tariff to start from, a file, and a pasted block. */
function useDraft({ terminal, tariffs }: Pricing) {
  const language = useLanguage();
  const from = useSearchParams().get("from");
  const first = tariffs.find(({ id }) => id === from) ?? tariffs.find(({ phase }) => phase === "in_force");
  const create = (prices: readonly TariffPrice[]) => createDraft(prices, terminal.effectiveCounts, language);
  const [draft, setDraft] = useState(() => create(first?.prices ?? []));
  const [pasted, setPasted] = useState<{ from: PriceKey; block: ReturnType<typeof readBlock> } | null>(null);
  const [faults, setFaults] = useState<ReturnType<typeof readTariffFile>["faults"]>([]);
  const load = (table: Parameters<typeof readTariffFile>[0]) => {
    const reading = readTariffFile(table);
    setFaults(reading.faults);
    if (reading.faults.length === 0) setDraft(create(reading.prices));
  };
  const start = (prices: readonly TariffPrice[]) => {
    setFaults([]);
    setDraft(create(prices));
  };
  return { draft, setDraft, start, pasted, setPasted, faults, setFaults, load };
}

function WrongCells({ wrong }: { wrong: ReturnType<typeof readDraft>["faults"] }) {
  const t = useTranslations("staff.tariffs");
  const counts = useTranslations("shared.installments");
  const label = useCardLabel();
  return (
    <Notice tone="bad" title={t("wrongCells", { count: wrong.length })}>
      <ul>
        {wrong.slice(0, 10).map((fault) => (
          <li key={toPriceKey(fault)}>
            {label(fault)}, {counts("count", { count: fault.installmentCount })}: “{fault.text.slice(0, 40)}”
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Warns of families that the terminal accepts and for which the tariff has no price for a single charge. */
function Uncharged({ pricing: { terminal }, prices }: { pricing: Pricing; prices: readonly TariffPrice[] }) {
  const t = useTranslations("staff.tariffs");
  const families = useTranslations("shared.cardFamilies");
  const missing = terminal.allowedFamilies.filter(
    (family) => (family !== "foreign" || terminal.supportsForeign) && !prices.some((price) => price.family === family),
  );
  if (missing.length === 0) return null;
  return (
    <div className="mt-3">
      <Notice tone="warn">{t("uncharged", { families: missing.map((family) => families(family)).join(", ") })}</Notice>
    </div>
  );
}
