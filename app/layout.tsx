import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { preferredLanguage } from "@/server/domain/negotiation";
import "@/components/ui/tokens.css";
import "@/components/ui/base.css";
import "./site.css";

/** Rendered for each request: the policy's nonce and the language are the request's. */
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: "Vezne",
  icons: { icon: "data:," },
  formatDetection: { telephone: false },
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const language = preferredLanguage((await headers()).get("accept-language"), "tr");
  return (
    <html lang={language}>
      <body>{children}</body>
    </html>
  );
}
