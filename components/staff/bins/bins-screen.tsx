"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { Button, ButtonLink } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { BinSearch } from "./bin-search";
import type { BinOverride, BinOverview } from "./bin-types";
import { useBinWords } from "./bin-words";

/** Loaded when they are opened, with the form library. */
const OverrideDialog = dynamic(async () => (await import("./override-dialog")).OverrideDialog);
const RemoveDialog = dynamic(async () => (await import("./remove-dialog")).RemoveDialog);

/** The BIN table: a search in it, where its rows come from, the overrides and the imports. */
export function BinsScreen() {
  const t = useTranslations("staff.bins");
  const { data, error, refetch } = useQuery(useTRPC().bin.overview.queryOptions());
  const mayWrite = useMayAsStaff("bin.write");
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHead
        title={t("title")}
        actions={
          mayWrite && (
            <>
              <Button onClick={() => setAdding(true)}>{t("addOverride")}</Button>
              <ButtonLink tone="primary" href="/staff/bins/import">
                {t("import")}
              </ButtonLink>
            </>
          )
        }
      >
        {t("intro")}
      </PageHead>
      <BinSearch />
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton className="h-96 w-full" />}
      {data && <Overview overview={data} />}
      {isAdding && <OverrideDialog banks={data?.banks ?? []} row={null} onClose={() => setAdding(false)} />}
    </>
  );
}

function Overview({ overview: { counts, overrides, imports, banks } }: { overview: BinOverview }) {
  const t = useTranslations("staff.bins");
  const format = useFormatter();
  const importColumns = useImportColumns();
  return (
    <>
      <Section title={t("overrides")}>
        <Overrides overrides={overrides} banks={banks} />
      </Section>
      <Section title={t("imports")}>
        <ShortList
          caption={t("imports")}
          columns={importColumns}
          rows={imports}
          rowKey={({ id }) => id}
          empty={<Empty title={t("noImports")}>{t("noImportsHelp")}</Empty>}
        />
      </Section>
      <Section title={t("counts")}>
        <Facts
          facts={[
            { term: t("origins.imported"), value: format.number(counts.imported) },
            { term: t("origins.sandbox"), value: format.number(counts.sandbox) },
            { term: t("origins.override"), value: format.number(counts.override) },
          ]}
        />
      </Section>
    </>
  );
}

function Overrides({ overrides, banks }: { overrides: readonly BinOverride[]; banks: readonly string[] }) {
  const t = useTranslations("staff.bins");
  const describe = useBinWords();
  const mayWrite = useMayAsStaff("bin.write");
  const [opened, setOpened] = useState<{ row: BinOverride; action: "edit" | "remove" } | null>(null);
  const columns: ListColumn<BinOverride>[] = [
    {
      key: "bin",
      head: t("bin"),
      width: 7,
      card: "title",
      cell: ({ bin }) => <span className="font-mono">{bin}</span>,
    },
    { key: "facts", head: t("facts"), width: 16, grows: true, card: "line", title: describe, cell: describe },
    {
      key: "reason",
      head: t("reason"),
      width: 14,
      rank: 1,
      card: "line",
      title: ({ reason }) => reason,
      cell: ({ reason }) => reason,
    },
    {
      key: "by",
      head: t("by"),
      width: 12,
      rank: 3,
      card: "note",
      title: ({ madeBy }) => madeBy,
      cell: ({ madeBy }) => madeBy,
    },
    { key: "at", head: t("at"), width: 10, rank: 2, card: "time", cell: ({ madeAt }) => <DateTime at={madeAt} /> },
  ];
  const actions: ListColumn<BinOverride> = {
    key: "actions",
    head: t("actions"),
    isHeadHidden: true,
    width: 13,
    card: "action",
    cell: (row) => (
      <span className="flex gap-2">
        <Button onClick={() => setOpened({ row, action: "edit" })}>{t("edit")}</Button>
        <Button onClick={() => setOpened({ row, action: "remove" })}>{t("remove")}</Button>
      </span>
    ),
  };
  const close = () => setOpened(null);
  return (
    <>
      <ShortList
        caption={t("overrides")}
        columns={mayWrite ? [...columns, actions] : columns}
        rows={overrides}
        rowKey={({ id }) => id}
        empty={<Empty title={t("noOverrides")}>{t("noOverridesHelp")}</Empty>}
      />
      {opened?.action === "edit" && <OverrideDialog banks={banks} row={opened.row} onClose={close} />}
      {opened?.action === "remove" && <RemoveDialog bin={opened.row.bin} onClose={close} />}
    </>
  );
}

function useImportColumns(): ListColumn<BinOverview["imports"][number]>[] {
  const t = useTranslations("staff.bins");
  const format = useFormatter();
  return [
    {
      key: "at",
      head: t("at"),
      width: 10,
      card: "title",
      cell: ({ importedAt }) => <DateTime at={importedAt} />,
    },
    {
      key: "changes",
      head: t("changes"),
      width: 16,
      grows: true,
      card: "line",
      cell: ({ added, changed, removed }) => t("changeCounts", { added, changed, removed }),
    },
    {
      key: "listed",
      head: t("listed"),
      width: 7,
      rank: 1,
      align: "right",
      card: "value",
      cell: ({ listed }) => format.number(listed),
    },
    {
      key: "by",
      head: t("by"),
      width: 12,
      rank: 2,
      card: "note",
      cell: ({ importedBy }) => importedBy ?? t("commandLine"),
    },
    {
      key: "file",
      head: t("file"),
      width: 12,
      rank: 3,
      card: "line",
      title: ({ fileName, digest }) => `${fileName} · SHA-256 ${digest}`,
      cell: ({ fileName, digest }) => (
        <>
          {fileName} <span className="font-mono text-xs">{digest.slice(0, 12)}</span>
        </>
      ),
    },
  ];
}
