import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { LinkStyle } from "@/components/pay/link/link-view";
import { payTextsIn } from "@/messages/pay-texts";
import { answerInLanguage, requestStore } from "@/server/request-store";
import { buyerPageLanguage, pageLanguage } from "../server/entry/http/page-language";

/** Every page is rendered per request, because the policy's nonce and the language belong to the request. */
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: "Vezne",
  icons: { icon: "data:," },
  formatDetection: { telephone: false },
};

/** The layout of every page. Buyers' pages have an inline style sheet and load none; other pages import their own. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const facts = requestStore();
  const sent = await headers();
  const isBuyers = facts?.origin === "pay";
  const { language, direction } = isBuyers
    ? payTextsIn(buyerPageLanguage(sent))
    : { language: pageLanguage(sent), direction: undefined };
  answerInLanguage(language);
  return (
    <html lang={language} dir={direction}>
      {isBuyers && (
        <head>
          <LinkStyle nonce={facts.nonce} />
        </head>
      )}
      <body>{children}</body>
    </html>
  );
}
