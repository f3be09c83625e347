"use client";
import { Button } from "./button";
import { FailureNotice } from "./failure";
import { useWords } from "./language";

const words = {
  tr: { more: "Daha fazla göster", all: "Hepsi bu kadar." },
  en: { more: "Show more", all: "That is all of them." },
};

/** The part of an infinite query that `LoadMore` uses. */
export interface PagedList {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
}

/** Shown below a list: the button for the next page, the error if that page failed, and the end of the list. */
export function LoadMore({ list }: { list: PagedList }) {
  const t = useWords(words);
  const isComplete = !list.hasNextPage && (list.data?.pages.length ?? 0) > 1;
  return (
    <>
      {list.isFetchNextPageError && (
        <div className="mt-4">
          <FailureNotice error={list.error} />
        </div>
      )}
      {list.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.more}
          </Button>
        </div>
      )}
      {isComplete && (
        <p className="mt-4 text-center text-ink-soft" role="status">
          {t.all}
        </p>
      )}
    </>
  );
}
