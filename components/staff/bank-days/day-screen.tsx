"use client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { type DifferenceKind, differenceKinds } from "@/server/domain/bank-days/compare-day";
import { writeScope } from "@/server/domain/bank-days/scope";
import { Button, ButtonLink } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { readFailure } from "../../ui/read-failure";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { type BankDayView, type BoardDay, bankDaysHref } from "./bank-day-types";
import { DayFigures } from "./day-figures";
import { Day, DayState, useDayWords } from "./day-words";
import { DifferenceCard } from "./difference-card";
import { useRefetchBankDays } from "./use-refetch-bank-days";

/** One day of a bank: the sums of its file, and how it differs from the books. */
export function BankDayScreen({ bankDayId }: { bankDayId: string }) {
  const t = useTranslations("staff.bankDays");
  const [kind, setKind] = useState<DifferenceKind | null>(null);
  const { data, error, refetch } = useQuery({
    ...useTRPC().bankDay.get.queryOptions({ bankDayId, kind }),
    placeholderData: keepPreviousData,
  });
  const back = { href: bankDaysHref, label: t("title") };
  if (data) {
    return (
      <>
        <Head day={data.day} back={back} />
        <DayFigures view={data} />
        <Differences view={data} kind={kind} onKind={setKind} />
      </>
    );
  }
  return (
    <>
      <PageHead back={back} title={t("dayTitle")} />
      {!error && <Skeleton className="h-96 w-full" />}
      {error &&
        (readFailure(error).code === "not_found" ? (
          <Empty title={t("noDay")} />
        ) : (
          <FailureNotice error={error} onRetry={refetch} />
        ))}
    </>
  );
}

function Head({ day, back }: { day: BoardDay; back: { href: string; label: string } }) {
  const t = useTranslations("staff.bankDays");
  const mayWrite = useMayAsStaff("bank_day.write");
  const { toScope } = useDayWords();
  const { bankDayId, scope, format } = day;
  const compare = useMutation(useTRPC().bankDay.compare.mutationOptions(useRefetchBankDays()));
  const again = new URLSearchParams({ day: day.day, covers: writeScope(scope), format });
  return (
    <>
      <PageHead
        back={back}
        title={
          <>
            <Day day={day.day} /> · {toScope(scope)}
          </>
        }
        actions={
          mayWrite && (
            <>
              <Button isBusy={compare.isPending} onClick={() => compare.mutate({ bankDayId })}>
                {t("compare")}
              </Button>
              <ButtonLink href={`${bankDaysHref}/import?${again}`}>{t("importCorrected")}</ButtonLink>
            </>
          )
        }
      >
        <DayState day={day} />
      </PageHead>
      <div className="mb-6 grid gap-3 empty:hidden">
        {compare.error && <FailureNotice error={compare.error} title={t("notCompared")} />}
        {compare.data && !compare.isPending && (
          <Notice tone={compare.data.openCount === 0 ? "good" : "info"} isUrgent>
            {t("compareDone", { open: compare.data.openCount })}
          </Notice>
        )}
      </div>
    </>
  );
}

/** How many cards are shown before a person asks for the rest. */
const shownFirst = 25;

interface DifferencesProps {
  readonly view: BankDayView;
  readonly kind: DifferenceKind | null;
  onKind(kind: DifferenceKind | null): void;
}

/** The differences of the day, the open ones first, of all kinds or of one. */
function Differences({ view, kind, onKind }: DifferencesProps) {
  const t = useTranslations("staff.bankDays");
  const [showsAll, setShowsAll] = useState(false);
  const { differences, kinds } = view;
  const all = kinds.reduce((sum, { count }) => sum + count, 0);
  const total = kind === null ? all : (kinds.find((one) => one.kind === kind)?.count ?? 0);
  const named = useNamedDifference();
  const isNamedHidden = differences.findIndex(({ differenceId }) => differenceId === named) >= shownFirst;
  const shown = showsAll || isNamedHidden ? differences : differences.slice(0, shownFirst);
  if (all === 0) {
    return (
      <Section title={t("differences")}>
        <Empty title={t("noDifferences")}>{t("noDifferencesHelp")}</Empty>
      </Section>
    );
  }
  return (
    <Section title={t("differences")}>
      <fieldset className="mb-3 flex flex-wrap gap-2">
        <legend className="sr-only">{t("filter")}</legend>
        <KindButton isChosen={kind === null} label={t("allKinds", { count: all })} onClick={() => onKind(null)} />
        {differenceKinds.map((one) => {
          const count = kinds.find((counted) => counted.kind === one)?.count ?? 0;
          return (
            count > 0 && (
              <KindButton
                key={one}
                isChosen={kind === one}
                label={`${t(`kinds.${one}`)} (${count})`}
                onClick={() => onKind(one)}
              />
            )
          );
        })}
      </fieldset>
      <ul aria-label={t("differences")} className="grid gap-3">
        {shown.map((difference) => (
          <DifferenceCard
            key={difference.differenceId}
            difference={difference}
            isNamed={difference.differenceId === named}
          />
        ))}
      </ul>
      {differences.length > shown.length && (
        <Button className="mt-3" onClick={() => setShowsAll(true)}>
          {t("showAll", { count: differences.length })}
        </Button>
      )}
      {total > differences.length && <p className="mt-3 text-ink-soft">{t("cut", { count: differences.length })}</p>}
    </Section>
  );
}

/**
 * Returns the difference that the address names after `#`, as the links of the board do. It gets the focus once, so
 * that it is read and the next key press belongs to it: the browser itself goes there only when it loads the page.
 */
function useNamedDifference(): string | null {
  const [named, setNamed] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setNamed(window.location.hash.slice(1) || null);
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  useEffect(() => {
    const card = named === null ? null : document.getElementById(named);
    card?.scrollIntoView();
    card?.focus({ preventScroll: true });
  }, [named]);
  return named;
}

const KindButton = ({ isChosen, label, onClick }: { isChosen: boolean; label: string; onClick(): void }) => (
  <button
    type="button"
    aria-pressed={isChosen}
    onClick={onClick}
    className="min-h-8 cursor-pointer rounded-control border border-field-line px-3 hover:bg-surface aria-pressed:border-accent aria-pressed:bg-surface aria-pressed:font-medium max-sm:min-h-11"
  >
    {label}
  </button>
);
