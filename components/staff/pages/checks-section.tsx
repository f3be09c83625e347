import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { dash } from "../../ui/list/common-columns";
import { ShortList } from "../../ui/list/short-list";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { State, type StateTone } from "../../ui/state";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import type { PageState } from "./page-types";

const tones = {
  equal: "good",
  changed: "bad",
  unreachable: "warn",
} as const satisfies Record<NonNullable<PageState["last"]>["result"], StateTone>;

/** The last comparison of each page with the inventory, what differed, and the button that compares them now. */
export function ChecksSection({ pages }: { pages: readonly PageState[] }) {
  const t = useTranslations("staff.pages");
  const { page } = useTRPC();
  const queries = useQueryClient();
  const check = useMutation(
    page.check.mutationOptions({ onSettled: () => queries.invalidateQueries(page.state.pathFilter()) }),
  );
  const mayCheck = useMayAsStaff("page.check");
  const differing = pages.filter(({ last }) => last && last.differences.length > 0);
  return (
    <Section
      title={t("checks")}
      actions={
        mayCheck && (
          <Button isBusy={check.isPending} onClick={() => check.mutate({})}>
            {t("checkNow")}
          </Button>
        )
      }
    >
      <div aria-live="polite" className="mb-3 flex flex-col gap-3 empty:hidden">
        {check.error && <FailureNotice error={check.error} title={t("notChecked")} />}
        {check.data && (
          <Notice
            tone={check.data.differing === 0 ? "good" : "bad"}
            title={check.data.differing === 0 ? t("allEqual") : t("someDiffer", { count: check.data.differing })}
          />
        )}
      </div>
      {differing.length > 0 && <Differences pages={differing} />}
      <ShortList
        caption={t("checks")}
        columns={useCheckColumns()}
        rows={pages}
        rowKey={({ page: kind }) => kind}
        empty={null}
      />
    </Section>
  );
}

/** What differs on which page, in the words of the check, and what to do. */
function Differences({ pages }: { pages: readonly PageState[] }) {
  const t = useTranslations("staff.pages");
  return (
    <div className="mb-3">
      <Notice tone="bad" title={t("differences")}>
        <dl className="flex flex-col gap-2">
          {pages.map(({ page, last }) => (
            <div key={page}>
              <dt className="font-medium text-ink">{t(`kinds.${page}`)}</dt>
              {last?.differences.map((difference) => (
                <dd key={difference} lang="en" className="wrap-anywhere">
                  {difference}
                </dd>
              ))}
            </div>
          ))}
        </dl>
        <p className="mt-3 max-w-prose">{t("whatToDo")}</p>
      </Notice>
    </div>
  );
}

function useCheckColumns(): ListColumn<PageState>[] {
  const t = useTranslations("staff.pages");
  return [
    {
      key: "page",
      head: t("page"),
      width: 16,
      grows: true,
      card: "title",
      cell: ({ page }) => t(`kinds.${page}`),
    },
    {
      key: "result",
      head: t("result"),
      width: 16,
      card: "state",
      cell: ({ last, isCompared }) => {
        if (last) return <State tone={tones[last.result]}>{t(`results.${last.result}`)}</State>;
        return <span className="text-ink-soft whitespace-normal">{t(isCompared ? "never" : "withCard")}</span>;
      },
    },
    {
      key: "at",
      head: t("at"),
      width: 10,
      align: "right",
      card: "time",
      cell: ({ last }) => (last ? <DateTime at={last.at} /> : dash),
    },
  ];
}
