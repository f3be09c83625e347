"use client";
import { type FieldValues, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import type { Translator } from "@/messages/catalogues";
import { isPredictable, passwordAdvised, passwordLength, passwordMin } from "@/server/domain/people/password";
import { FormPassword } from "../../ui/form/text-fields";
import type { Bound } from "../../ui/form/use-bound";

/**
 * A field for a new password. The hint checks only length and sequences; only the server has the lists of known
 * passwords.
 */
export function NewPasswordField<Values extends FieldValues, Output>({
  label,
  ...bound
}: Bound<Values, Output, string | null> & { readonly label: string }) {
  const t = useTranslations("shared.newPassword");
  const typed: string = useWatch(bound);
  return <FormPassword {...bound} label={label} autoComplete="new-password" required hint={findHint(typed, t)} />;
}

function findHint(typed: string, t: Translator<"shared.newPassword">): string {
  const length = passwordLength(typed);
  if (length === 0) return t("empty", { min: passwordMin, advised: passwordAdvised });
  if (length < passwordMin) return t("short", { left: passwordMin - length });
  if (isPredictable(typed)) return t("plain");
  return length < passwordAdvised ? t("fair", { advised: passwordAdvised }) : t("good");
}
