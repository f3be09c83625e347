"use client";
import { type ComponentProps, type RefCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { TextField } from "../../ui/field";

const appInput = { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 12 } as const;
const recoveryInput = {
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: 40,
} as const;

interface CodeFieldProps extends Omit<ComponentProps<"input">, "ref" | "className"> {
  readonly error?: string | null | undefined;
  readonly ref?: RefCallback<HTMLInputElement>;
  /** Called when the other kind of code is chosen, which leaves the field empty. */
  readonly onSwitch?: () => void;
}

/** The second factor: a code from the authenticator app, or a recovery code when the phone is lost. */
export function CodeField({ onSwitch, ...input }: CodeFieldProps) {
  const t = useTranslations("shared.codeField");
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2">
      <NextField
        {...input}
        {...(isRecovery ? recoveryInput : appInput)}
        key={isRecovery ? "recovery" : "app"}
        label={isRecovery ? t("recovery") : t("app")}
        hint={isRecovery ? t("recoveryHint") : t("appHint")}
      />
      <button
        type="button"
        className="min-h-9 cursor-pointer text-left text-accent underline underline-offset-2 max-sm:min-h-11"
        onClick={() => {
          setRecovery(!isRecovery);
          onSwitch?.();
        }}
      >
        {isRecovery ? t("toApp") : t("toRecovery")}
      </button>
    </div>
  );
}

/** The field appears as the result of the user's action and is the next step, so it takes the focus. */
function NextField({ ref, ...field }: Omit<ComponentProps<typeof TextField>, "ref"> & Pick<CodeFieldProps, "ref">) {
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <TextField
      {...field}
      name="code"
      className="w-full"
      required
      ref={(control) => {
        element.current = control;
        ref?.(control);
      }}
    />
  );
}
