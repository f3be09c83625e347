"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { binFileMax } from "@/server/domain/pricing/pricing-inputs";
import { Button } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { TextField } from "../../ui/field";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { useTRPC } from "../trpc";
import { BinDifference } from "./bin-difference";
import type { FaultyFile } from "./bin-types";
import { ImportForm } from "./import-form";

interface ReadFile {
  readonly fileName: string;
  readonly content: string;
}

/** Imports a file of the BIN table: it is compared first, and imported after its difference was looked at. */
export function BinImportScreen() {
  const t = useTranslations("staff.bins");
  const queries = useQueryClient();
  const trpc = useTRPC();
  const [file, setFile] = useState<ReadFile | null>(null);
  const [problem, setProblem] = useState<"fileMissing" | "fileUnread" | null>(null);
  const fileField = useRef<HTMLInputElement>(null);
  const compare = useMutation(trpc.bin.compare.mutationOptions());
  const done = useMutation(trpc.bin.import.mutationOptions({ onSuccess: () => void queries.invalidateQueries() }));
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    compare.reset();
    done.reset();
    setFile(null);
    setProblem(null);
    if (!chosen) return;
    const content = await readText(chosen);
    if (content === null) setProblem("fileUnread");
    if (content !== null) setFile({ fileName: chosen.name.slice(0, 200), content });
  };
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (file) return compare.mutate(file);
    setProblem((present) => present ?? "fileMissing");
    fileField.current?.focus();
  };
  const { data } = compare;
  return (
    <>
      <PageHead back={{ href: "/staff/bins", label: t("title") }} title={t("import")}>
        {t("importIntro")}
      </PageHead>
      <Section title={t("file")}>
        <form className="flex flex-wrap items-start gap-3" onSubmit={start} noValidate>
          <TextField
            ref={fileField}
            type="file"
            accept=".csv,text/csv"
            label={t("csvFile")}
            className="max-w-prose"
            error={problem && t(problem)}
            onChange={(event) => void choose(event)}
          />
          <Button
            type="submit"
            className="sm:mt-6"
            tone={data?.kind === "compared" ? "plain" : "primary"}
            isBusy={compare.isPending}
          >
            {t("compare")}
          </Button>
        </form>
      </Section>
      {compare.error && <FailureNotice error={compare.error} title={t("notCompared")} />}
      {data?.kind === "faulty" && <Faults faults={data.faults} count={data.faultCount} />}
      {file && data?.kind === "compared" && (
        <>
          <BinDifference comparison={data} />
          <ImportForm key={data.version} comparison={data} file={file} done={done} />
        </>
      )}
    </>
  );
}

/** Reads a file as UTF-8; null for one that is larger than the limit or in another character set. */
async function readText(file: File): Promise<string | null> {
  if (file.size > binFileMax) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}

const faultsShown = 20;

function Faults({ faults, count }: { faults: FaultyFile["faults"]; count: number }) {
  const t = useTranslations("staff.bins");
  const format = useFormatter();
  return (
    <Notice tone="bad" title={t("faulty", { count })} isUrgent>
      <ul>
        {faults.slice(0, faultsShown).map(({ line, problems }) => (
          <li key={`${line} ${problems.map(({ code, column }) => `${code} ${column}`).join()}`}>
            {t("line", { line: format.number(line) })}:{" "}
            {problems
              .map(({ code, column = "", what = "", other = 0 }) => t(`fileFaults.${code}`, { column, what, other }))
              .join("; ")}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
