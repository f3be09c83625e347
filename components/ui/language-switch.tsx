"use client";
import { useRouter } from "next/navigation";
import { Button } from "./button";
import { useLanguage } from "./language";

const yearMs = 31_536_000_000;

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
      {other === "tr" ? "Türkçe" : "English"}
    </Button>
  );
}
