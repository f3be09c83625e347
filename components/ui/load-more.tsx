"use client";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "./button";
import { FailureNotice } from "./failure";

/** The part of an infinite query that `LoadMore` uses. */
export interface PagedList {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly error: unknown;
  /** Whether the rows are those of the former filters. */
  readonly isPlaceholderData: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
}

/** Shown below a list: the button for the next page, the error if that page failed, and the end of the list. */
export function LoadMore({ list }: { list: PagedList }) {
  const t = useTranslations("shared.loadMore");
  const isComplete = !list.hasNextPage && !list.isPlaceholderData && (list.data?.pages.length ?? 0) > 1;
  const hasFocus = useRef(false);
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button has disappeared with the last page; the focus would be lost with it. The end itself disappears for a
    // moment where the list is read again, which is no blur either.
    if (isComplete && hasFocus.current) end.current?.focus({ preventScroll: true });
  }, [isComplete]);
  const focusHandlers = {
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
  return (
    <>
      {list.isFetchNextPageError && (
        <div className="mt-4">
          <FailureNotice error={list.error} />
        </div>
      )}
      {list.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} {...focusHandlers}>
            {t("more")}
          </Button>
        </div>
      )}
      {isComplete && (
        <p ref={end} tabIndex={-1} className="mt-4 text-center text-ink-soft" role="status" {...focusHandlers}>
          {t("all")}
        </p>
      )}
    </>
  );
}
