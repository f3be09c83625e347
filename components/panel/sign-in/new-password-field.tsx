"use client";
import { type ComponentProps, useState } from "react";
import { isPlainRow, passwordAdvised, passwordLength, passwordMin } from "@/server/domain/people/password";
import { useWords } from "../../ui/language";
import { PasswordField } from "../../ui/password-field";

const words = {
  tr: {
    empty: `En az ${passwordMin} karakter; ${passwordAdvised} ve üzeri önerilir. Birkaç sözcükten oluşan bir cümle iyidir.`,
    short: (left: number) => `${left} karakter daha gerekiyor.`,
    plain: "Ardışık veya aynı karakterler kolay denenir.",
    fair: `Yeterli. ${passwordAdvised} karakterden uzunu daha güvenlidir.`,
    good: "İyi bir uzunluk.",
  },
  en: {
    empty: `At least ${passwordMin} characters; ${passwordAdvised} or more are better. A few words in a row are good.`,
    short: (left: number) =>
      left === 1 ? "One more character is needed." : `${left} more characters are needed.`,
    plain: "The same character, or characters in a row, are tried early.",
    fair: `Enough. More than ${passwordAdvised} characters are safer.`,
    good: "A good length.",
  },
};

/** A password that somebody makes up. The hint knows nothing of the lists; the server does. */
export function NewPasswordField(input: ComponentProps<typeof PasswordField>) {
  const said = useWords(words);
  const [typed, setTyped] = useState("");
  return (
    <PasswordField
      {...input}
      autoComplete="new-password"
      required
      hint={hintOf(typed, said)}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

function hintOf(typed: string, said: (typeof words)["en"]): string {
  const length = passwordLength(typed);
  if (length === 0) return said.empty;
  if (length < passwordMin) return said.short(passwordMin - length);
  if (isPlainRow(typed)) return said.plain;
  return length < passwordAdvised ? said.fair : said.good;
}
