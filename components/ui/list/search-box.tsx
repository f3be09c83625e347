"use client";
import { Search } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { SearchFilter } from "@/server/domain/list-filters";
import { Button } from "../button";
import { controlClass } from "../field";
import type { SearchText } from "./filter-texts";

interface SearchBoxProps {
  readonly filter: SearchFilter;
  readonly text: SearchText;
  readonly value: string | null;
  onSearch(search: string | null): void;
}

/**
 * The search box of a list. A text that the filter refuses never gets into an address, the browser's history or a
 * request. The field has no `name`, so that a form submission before the script has loaded does not send it either.
 */
export function SearchBox({ filter, text, value, onSearch }: SearchBoxProps) {
  const t = useTranslations("shared.list");
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  const shown = useRef(value);
  useEffect(() => {
    // Something else has changed the search, such as the back button. The field is written, not created again, because
    // it may have the focus (WCAG 2.4.3).
    if (shown.current === value || !box.current) return;
    shown.current = value;
    box.current.value = value ?? "";
  }, [value]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!box.current) return;
    const refused = filter.refuses(box.current.value);
    setRefused(refused);
    const search = refused ? "" : filter.clean(box.current.value);
    if (search !== box.current.value) box.current.value = search;
    if (refused) {
      box.current.focus();
      return;
    }
    shown.current = search || null;
    onSearch(search || null);
  };
  const noteIds = [text.hint ? `${id}-hint` : null, isRefused ? `${id}-refused` : null].filter((one) => one !== null);
  return (
    <search className="min-w-0">
      <form className="flex max-w-xl gap-2" onSubmit={submit}>
        <label htmlFor={id} className="sr-only">
          {text.label}
        </label>
        <span className="relative min-w-0 flex-1">
          <Search
            aria-hidden="true"
            size={16}
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft"
          />
          <input
            id={id}
            ref={box}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            defaultValue={value ?? ""}
            placeholder={text.placeholder}
            title={text.hint}
            aria-describedby={noteIds.join(" ") || undefined}
            aria-invalid={isRefused || undefined}
            onChange={() => setRefused(false)}
            className={`${controlClass} pl-9`}
          />
        </span>
        <Button type="submit">{t("find")}</Button>
      </form>
      {text.hint && (
        <p id={`${id}-hint`} className="sr-only">
          {text.hint}
        </p>
      )}
      {isRefused && (
        <p id={`${id}-refused`} role="alert" className="mt-1 text-bad">
          {text.refused}
        </p>
      )}
    </search>
  );
}
