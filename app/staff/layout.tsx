import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { StaffProcedures } from "@/components/staff/trpc";
import { LanguageProvider } from "@/components/ui/language";
import { pageLanguage } from "@/server/entry/http/page-language";
import "@/components/panel/panel.css";

export const metadata: Metadata = { title: { template: "%s · Vezne", default: "Vezne" }, robots: "noindex" };

export default async function StaffLayout({ children }: { children: ReactNode }) {
  return (
    <LanguageProvider language={pageLanguage(await headers())}>
      <StaffProcedures>{children}</StaffProcedures>
    </LanguageProvider>
  );
}
