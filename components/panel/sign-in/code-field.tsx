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

const ofApp = { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 12 } as const;
const ofPaper = { autoComplete: "off", autoCapitalize: "none", spellCheck: false, maxLength: 40 } as const;

/** The second factor: the code of the app, or, where the telephone is lost, one that was kept on paper. */
export function CodeField(input: ComponentProps<"input"> & { readonly error?: string | null | undefined }) {
  const said = useWords(words);
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2">
      <TextField
        {...input}
        {...(isRecovery ? ofPaper : ofApp)}
        key={isRecovery ? "recovery" : "app"}
        name="code"
        label={isRecovery ? said.recovery : said.app}
        hint={isRecovery ? said.recoveryHint : said.appHint}
        className="w-full"
        required
        // The field has come by what was just done, and is what comes next.
        ref={focusOn}
      />
      <button
        type="button"
        className="min-h-9 cursor-pointer text-left text-accent underline underline-offset-2 max-sm:min-h-11"
        onClick={() => setRecovery(!isRecovery)}
      >
        {isRecovery ? said.toApp : said.toRecovery}
      </button>
    </div>
  );
}

const focusOn = (element: HTMLInputElement | null): void => element?.focus();
