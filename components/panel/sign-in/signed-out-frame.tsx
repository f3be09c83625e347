"use client";
import type { ReactNode } from "react";
import { LanguageSwitch } from "../../ui/language-switch";

/** The frame of the pages that people open without a session: a title and one thing to do. */
export function SignedOutFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col bg-surface px-4 py-8 sm:items-center sm:justify-center">
      <div className="w-full sm:max-w-md">
        <p className="mb-4 px-1 text-lg font-semibold tracking-tight">Vezne</p>
        <div className="flex flex-col gap-6 rounded-card border border-line bg-paper p-6 sm:p-8">
          <h1 className="text-xl font-semibold">{title}</h1>
          {children}
        </div>
        <div className="mt-4 flex justify-end">
          <LanguageSwitch />
        </div>
      </div>
    </main>
  );
}
