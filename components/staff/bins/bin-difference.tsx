"use client";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import { Facts } from "../../ui/facts";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import type { Comparison } from "./bin-types";
import { useBinWords } from "./bin-words";

/** What an import would change: counts, new bank names, changed, removed and added rows, and the file's own doubts. */
export function BinDifference({ comparison }: { comparison: Comparison }) {
  const t = useTranslations("staff.bins");
  const format = useFormatter();
  const { counts, newBanks, conflicts, conflictCount, changed, removed, added, listed, digest } = comparison;
  return (
    <>
      <Section title={t("difference")}>
        <Facts
          facts={[
            { term: t("listed"), value: format.number(listed) },
            { term: t("changes"), value: t("changeCounts", counts) },
            { term: t("unchanged"), value: format.number(counts.unchanged) },
            { term: "SHA-256", value: <span className="font-mono text-xs">{digest}</span> },
          ]}
        />
      </Section>
      {newBanks.length > 0 && (
        <Section title={t("newBanks", { count: newBanks.length })}>
          <Notice tone="warn" title={t("newBanksText")}>
            {newBanks.join(", ")}
          </Notice>
        </Section>
      )}
      {changed.length > 0 && <Changed changed={changed} count={counts.changed} />}
      {removed.length > 0 && <Rows title={t("removedRows")} rows={removed} count={counts.removed} />}
      {added.length > 0 && <Rows title={t("addedRows")} rows={added} count={counts.added} />}
      {conflicts.length > 0 && (
        <Section title={t("conflicts", { count: conflictCount })}>
          <p className="mb-3 text-ink-soft">{t("conflictsText")}</p>
          <Folded isLong={conflicts.length > openRowsMax} summary={t("showRows", { count: conflicts.length })}>
            <Table
              caption={t("conflicts", { count: conflictCount })}
              columns={[
                { key: "line", head: t("lineHead"), cell: ({ line }) => line },
                { key: "bin", head: t("bin"), cell: ({ bin }) => <span className="font-mono">{bin}</span> },
                { key: "conflict", head: t("conflict"), cell: ({ conflict }) => conflict.slice(0, 200) },
              ]}
              rows={conflicts}
              rowKey={({ line }) => String(line)}
              empty={null}
            />
          </Folded>
        </Section>
      )}
    </>
  );
}

function Changed({ changed, count }: { changed: Comparison["changed"]; count: number }) {
  const t = useTranslations("staff.bins");
  const describe = useBinWords();
  return (
    <Section title={t("changedRows")}>
      <Table
        caption={t("changedRows")}
        columns={[
          { key: "bin", head: t("bin"), cell: ({ after }) => <span className="font-mono">{after.bin}</span> },
          { key: "before", head: t("before"), cell: ({ before }) => describe(before) },
          { key: "after", head: t("after"), cell: ({ after }) => describe(after) },
        ]}
        rows={changed}
        rowKey={({ after }) => after.bin}
        empty={null}
      />
      <More shown={changed.length} count={count} />
    </Section>
  );
}

function Rows({ title, rows, count }: { title: string; rows: readonly BinRow[]; count: number }) {
  const t = useTranslations("staff.bins");
  const describe = useBinWords();
  const columns: Column<BinRow>[] = [
    { key: "bin", head: t("bin"), cell: ({ bin }) => <span className="font-mono">{bin}</span> },
    { key: "facts", head: t("facts"), cell: describe },
  ];
  return (
    <Section title={title}>
      <Folded isLong={rows.length > openRowsMax} summary={t("showRows", { count: rows.length })}>
        <Table caption={title} columns={columns} rows={rows} rowKey={({ bin }) => bin} empty={null} />
        <More shown={rows.length} count={count} />
      </Folded>
    </Section>
  );
}

/** More rows than these are folded, so that the confirmation below stays in reach. */
const openRowsMax = 20;

function Folded({ isLong, summary, children }: { isLong: boolean; summary: string; children: ReactNode }) {
  if (!isLong) return children;
  return (
    <details>
      <summary className="w-fit cursor-pointer py-2">{summary}</summary>
      {children}
    </details>
  );
}

function More({ shown, count }: { shown: number; count: number }) {
  const t = useTranslations("staff.bins");
  return count > shown ? <p className="mt-2 text-ink-soft">{t("more", { count: count - shown })}</p> : null;
}
