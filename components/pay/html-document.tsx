import type { ReactNode } from "react";
import type { PayTexts } from "@/messages/pay-texts";

interface HtmlDocumentProps {
  readonly texts: PayTexts;
  readonly title: string;
  readonly nonce: string;
  /** The style sheet, which is inlined: a document loads nothing but our scripts. */
  readonly style: string;
  readonly children: ReactNode;
}

/** Renders a whole document for a buyer, for responses of route handlers, which the framework does not wrap. */
export const HtmlDocument = ({ texts, title, nonce, style, children }: HtmlDocumentProps) => (
  <html lang={texts.language} dir={texts.direction}>
    {/* biome-ignore lint/style/noHeadElement: a document of its own, outside the framework's pages */}
    <head>
      <meta charSet="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex, nofollow" />
      <meta name="color-scheme" content="light dark" />
      <meta name="format-detection" content="telephone=no" />
      <link rel="icon" href="data:," />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, from the repository */}
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style }} />
    </head>
    <body>{children}</body>
  </html>
);
