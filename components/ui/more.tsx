"use client";
import { Button } from "./button";
import { FailureNotice } from "./failure";
import { useWords } from "./language";

const words = {
  tr: { more: "Daha fazla göster", all: "Hepsi bu kadar." },
  en: { more: "Show more", all: "That is all of them." },
};

/** What of a list that is read page by page can be read further. */
export interface PagedList {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
}

/** Under a list: the way to its next page, why that did not come, and where the list ends. */
export function More({ list }: { list: PagedList }) {
  const said = useWords(words);
  const isWhole = !list.hasNextPage && (list.data?.pages.length ?? 0) > 1;
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
            {said.more}
          </Button>
        </div>
      )}
      {isWhole && (
        <p className="mt-4 text-center text-ink-soft" role="status">
          {said.all}
        </p>
      )}
    </>
  );
}
