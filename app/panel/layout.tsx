import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { PanelProcedures } from "@/components/panel/trpc";
import { LanguageProvider } from "@/components/ui/language";
import { pageLanguage } from "@/server/entry/http/page-language";
import "@/components/panel/panel.css";

export const metadata: Metadata = { title: { template: "%s · Vezne", default: "Vezne" }, robots: "noindex" };

export default async function PanelLayout({ children }: { children: ReactNode }) {
  return (
    <LanguageProvider language={pageLanguage(await headers())}>
      <PanelProcedures>{children}</PanelProcedures>
    </LanguageProvider>
  );
}
