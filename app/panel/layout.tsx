import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { PanelTexts } from "@/components/panel/texts";
import { PanelProcedures } from "@/components/panel/trpc";
import { KeepEarlyActions } from "@/components/ui/keep-early-actions";
import { RepeatEarlyAction } from "@/components/ui/repeat-early-action";
import { pageLanguage } from "@/server/entry/http/page-language";
import { requestStore } from "@/server/request-store";
import "@/components/panel/panel.css";

export const metadata: Metadata = { title: { template: "%s · Vezne", default: "Vezne" }, robots: "noindex" };

export default async function PanelLayout({ children }: { children: ReactNode }) {
  return (
    <PanelTexts language={pageLanguage(await headers())}>
      <KeepEarlyActions nonce={requestStore()?.nonce} />
      <PanelProcedures>{children}</PanelProcedures>
      <RepeatEarlyAction />
    </PanelTexts>
  );
}
