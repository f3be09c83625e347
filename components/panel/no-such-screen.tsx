"use client";
import { ButtonLink } from "../ui/button";
import { Empty } from "../ui/empty";
import { useWords } from "../ui/language";

const words = {
  tr: { title: "Bu adreste bir ekran yok", home: "Ana sayfa" },
  en: { title: "There is no screen at this address", home: "Home" },
};

export function NoSuchScreen() {
  const { title, home } = useWords(words);
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <Empty title={title} action={<ButtonLink href="/panel">{home}</ButtonLink>} />
    </>
  );
}
