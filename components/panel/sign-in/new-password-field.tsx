"use client";
import { type ComponentProps, useState } from "react";
import { isTrivialSequence, passwordAdvised, passwordLength, passwordMin } from "@/server/domain/people/password";
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
    short: (left: number) => (left === 1 ? "One more character is needed." : `${left} more characters are needed.`),
    plain: "The same character, or characters in a row, are tried early.",
    fair: `Enough. More than ${passwordAdvised} characters are safer.`,
    good: "A good length.",
  },
};

/**
 * A field for a new password. The hint checks only length and sequences; only the server has the lists of known
 * passwords.
 */
export function NewPasswordField(input: ComponentProps<typeof PasswordField>) {
  const t = useWords(words);
  const [typed, setTyped] = useState("");
  return (
    <PasswordField
      {...input}
      autoComplete="new-password"
      required
      hint={findHint(typed, t)}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

function findHint(typed: string, t: (typeof words)["en"]): string {
  const length = passwordLength(typed);
  if (length === 0) return t.empty;
  if (length < passwordMin) return t.short(passwordMin - length);
  if (isTrivialSequence(typed)) return t.plain;
  return length < passwordAdvised ? t.fair : t.good;
}
