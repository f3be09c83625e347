"use client";
import { type ComponentProps, useState } from "react";
import { TextField } from "../../ui/field";
import { useWords } from "../../ui/language";

const words = {
  tr: {
    app: "Doğrulama kodu",
    appHint: "Doğrulama uygulamanızın gösterdiği altı rakam.",
    recovery: "Kurtarma kodu",
    recoveryHint: "Sakladığınız kodlardan, henüz kullanmadığınız biri.",
    toRecovery: "Telefonum yanımda değil, kurtarma kodu kullan",
    toApp: "Uygulamadaki kodu kullan",
  },
  en: {
    app: "One-time code",
    appHint: "The six digits that your authenticator app shows.",
    recovery: "Recovery code",
    recoveryHint: "One of those that you kept, and have not used yet.",
    toRecovery: "I do not have my phone, use a recovery code",
    toApp: "Use the code of the app",
  },
};

const appInput = { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 12 } as const;
const recoveryInput = {
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: 40,
} as const;

/** The second factor: a code from the authenticator app, or a recovery code when the phone is lost. */
export function CodeField(input: ComponentProps<"input"> & { readonly error?: string | null | undefined }) {
  const t = useWords(words);
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2">
      <TextField
        {...input}
        {...(isRecovery ? recoveryInput : appInput)}
        key={isRecovery ? "recovery" : "app"}
        name="code"
        label={isRecovery ? t.recovery : t.app}
        hint={isRecovery ? t.recoveryHint : t.appHint}
        className="w-full"
        required
        // The field appears as the result of the user's action and is the next step, so it takes the focus.
        ref={focusOn}
      />
      <button
        type="button"
        className="min-h-9 cursor-pointer text-left text-accent underline underline-offset-2 max-sm:min-h-11"
        onClick={() => setRecovery(!isRecovery)}
      >
        {isRecovery ? t.toApp : t.toRecovery}
      </button>
    </div>
  );
}

const focusOn = (element: HTMLInputElement | null): void => element?.focus();
