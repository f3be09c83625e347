"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "../../ui/failure";
import { TextField } from "../../ui/field";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { useDebounced } from "../../ui/use-debounced";
import { useTRPC } from "../trpc";
import type { FoundBin } from "./bin-types";
import { useBinWords } from "./bin-words";

const [digitsMin, digitsMax] = [6, 8];

type Use = "matched" | "longer" | "unused";
type Row = FoundBin & { readonly use: Use };

/** Searches the table by the first digits of a card, and shows which rows count for it and from where they come. */
export function BinSearch() {
  const t = useTranslations("staff.bins");
  const [digits, setDigits] = useState("");
  const [isTooLong, setTooLong] = useState(false);
  const columns = useFoundColumns();
  // More digits than the prefix may be a whole card number, so none of them is kept.
  const enter = (text: string) => {
    const entered = text.replace(/[^0-9]/g, "");
    setTooLong(entered.length > digitsMax);
    setDigits(entered.length > digitsMax ? "" : entered);
  };
  const wanted = useDebounced(digits);
  const { data, error, refetch } = useQuery({
    ...useTRPC().bin.find.queryOptions({ digits: wanted }),
    enabled: wanted.length >= digitsMin,
    placeholderData: keepPreviousData,
  });
  const isShown = wanted.length >= digitsMin && data !== undefined;
  const as = (use: Use, found: readonly FoundBin[] = []): Row[] => found.map((row) => ({ ...row, use }));
  return (
    <Section title={t("search")}>
      <TextField
        label={t("digits")}
        hint={t("digitsHint")}
        className="mb-3 max-w-xs"
        inputMode="numeric"
        autoComplete="off"
        value={digits}
        onChange={({ target }) => enter(target.value)}
        error={isTooLong ? t("tooManyDigits") : null}
      />
      {error && <FailureNotice error={error} onRetry={refetch} />}
      <div aria-live="polite">
        {isShown && (
          <ShortList
            caption={t("found")}
            columns={columns}
            rows={[
              ...as("matched", data.matched ? [data.matched] : []),
              ...as("longer", data.longer),
              ...as("unused", data.unused),
            ]}
            rowKey={({ bin, origin }) => `${bin} ${origin}`}
            empty={<p className="text-ink-soft">{t("notFound")}</p>}
          />
        )}
      </div>
    </Section>
  );
}

const tones = { matched: "good", longer: "info", unused: "quiet" } as const;

function useFoundColumns(): ListColumn<Row>[] {
  const t = useTranslations("staff.bins");
  const describe = useBinWords();
  return [
    {
      key: "bin",
      head: t("bin"),
      width: 7,
      card: "title",
      cell: ({ bin }) => <span className="font-mono">{bin}</span>,
    },
    {
      key: "use",
      head: t("use"),
      width: 14,
      card: "value",
      cell: ({ use }) => <State tone={tones[use]}>{t(`uses.${use}`)}</State>,
    },
    { key: "facts", head: t("facts"), width: 16, grows: true, card: "line", title: describe, cell: describe },
    {
      key: "installments",
      head: t("installments"),
      width: 9,
      rank: 2,
      card: "note",
      cell: ({ offersInstallments }) => t(offersInstallments ? "yes" : "no"),
    },
    {
      key: "origin",
      head: t("origin"),
      width: 10,
      rank: 1,
      card: "state",
      cell: ({ origin }) => t(`origins.${origin}`),
    },
  ];
}
