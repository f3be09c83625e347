"use client";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Input } from "./controls";
import { controlClass, Labelled } from "./field";

interface PasswordFieldProps extends ComponentProps<"input"> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null | undefined;
}

/** A password field that allows pasting, can show the password, and warns when caps lock is on. */
export function PasswordField({ label, hint, error, className = "", ...input }: PasswordFieldProps) {
  const t = useTranslations("shared.passwordField");
  const [isShown, setShown] = useState(false);
  const [hasCaps, setCaps] = useState(false);
  const noticeCaps = (event: KeyboardEvent) => setCaps(event.getModifierState("CapsLock"));
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Labelled label={label} hint={hasCaps ? t("caps") : hint} error={error} className={className}>
      {(ids) => (
        <div className="relative">
          <Input
            {...input}
            {...ids}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={`${controlClass} pr-11`}
            onKeyUp={noticeCaps}
            onKeyDown={noticeCaps}
            onBlur={() => setCaps(false)}
          />
          <button
            type="button"
            aria-label={`${label}: ${isShown ? t("hide") : t("show")}`}
            aria-controls={ids.id}
            className="absolute inset-y-0 right-0 inline-flex w-11 cursor-pointer items-center justify-center rounded-control text-ink-soft hover:text-ink"
            onClick={() => setShown(!isShown)}
          >
            <Icon aria-hidden="true" size={18} />
          </button>
        </div>
      )}
    </Labelled>
  );
}
