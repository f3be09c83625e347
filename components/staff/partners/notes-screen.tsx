"use client";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { noteInput } from "@/server/domain/partners/settings-inputs";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { FormTextArea } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { cursorPaging } from "../../ui/list/list-pages";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { useRefetchPartners } from "./change-dialog";
import { PartnerFrame } from "./partner-frame";

/** What staff wrote down about a merchant, the newest first. */
export const NotesScreen = ({ partnerId }: { partnerId: string }) => (
  <PartnerFrame partnerId={partnerId}>{() => <Notes partnerId={partnerId} />}</PartnerFrame>
);

function Notes({ partnerId }: { partnerId: string }) {
  const t = useTranslations("staff.merchant.notes");
  const mayWrite = useMayAsStaff("partner.note");
  // Each note begins with an empty form of its own.
  const [added, setAdded] = useState(0);
  const pages = useInfiniteQuery(useTRPC().partner.notes.infiniteQueryOptions({ partnerId }, cursorPaging));
  const notes = pages.data?.pages.flatMap(({ items }) => items);
  return (
    <Section title={t("title")}>
      {mayWrite && <NoteForm key={added} partnerId={partnerId} onAdded={() => setAdded(added + 1)} />}
      {pages.error && !notes && <FailureNotice error={pages.error} onRetry={pages.refetch} />}
      {!pages.error && !notes && <Skeleton className="h-24 w-full" />}
      {notes?.length === 0 && <Empty title={t("none")} />}
      {notes && notes.length > 0 && (
        <ol className="divide-y divide-line rounded-card border border-line">
          {notes.map(({ id, text, at, author }) => (
            <li key={id} className="px-4 py-3">
              <p className="text-ink-soft">
                {author} · <DateTime at={at} />
              </p>
              <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{text}</p>
            </li>
          ))}
        </ol>
      )}
      {pages.hasNextPage && (
        <Button className="mt-3" isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t("more")}
        </Button>
      )}
    </Section>
  );
}

function NoteForm({ partnerId, onAdded }: { partnerId: string; onAdded(): void }) {
  const t = useTranslations("staff.merchant.notes");
  const add = useMutation(useTRPC().partner.addNote.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(noteInput, {
    defaultValues: { partnerId, text: "" },
    error: add.error,
  });
  return (
    <form
      className="mb-6 flex max-w-3xl flex-col gap-3"
      onSubmit={submit((input) => add.mutateAsync(input).then(onAdded))}
      noValidate
    >
      <FormTextArea control={control} name="text" label={t("text")} hint={t("hint")} maxLength={2_000} required />
      {failure ? <FailureNotice error={failure} title={t("notAdded")} /> : null}
      <div>
        <Button type="submit" tone="primary" isBusy={add.isPending}>
          {t("add")}
        </Button>
      </div>
    </form>
  );
}
