"use client";
import { useRouter } from "next/navigation";
import type { Language } from "@/server/domain/errors";
import { Button } from "./button";
import { useLanguage } from "./language";

const yearMs = 31_536_000_000;

/** A language is named in itself on every page, so that those who need it can read it. */
const names: Readonly<Record<Language, string>> = { tr: "Türkçe", en: "English" };

/** Switches this browser to the other language. The choice is kept in a cookie for one year. */
export function LanguageSwitch() {
  const language = useLanguage();
  const router = useRouter();
  const other = language === "tr" ? "en" : "tr";
  const choose = async () => {
    await cookieStore.set({
      name: "vezne-language",
      value: other,
      expires: Date.now() + yearMs,
      sameSite: "lax",
    });
    router.refresh();
  };
  return (
    <Button lang={other} onClick={() => void choose()}>
      {names[other]}
    </Button>
  );
}
