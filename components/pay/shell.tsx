import type { ReactNode } from "react";
import type { BuyerPayment } from "@/server/domain/buyer-page";
import { BackLink } from "./back-link";
import { hostOf } from "./host-of";
import { cardFormScript, payStyle } from "./page-assets";
import type { Words } from "./words";

interface ShellProps {
  readonly words: Words;
  readonly title: string;
  readonly nonce: string;
  readonly payment: BuyerPayment | null;
  /** Where the language can be changed: a form of its own, so that it works without a script. */
  readonly languageSwitch?: ReactNode;
  /** Pages whose form the script enhances carry it; no other page has a script. */
  readonly hasScript: boolean;
  /** A quiet way back to the shop in the footer, for pages whose button does something else. */
  readonly hasWayBack?: boolean;
  readonly children: ReactNode;
}

/** The document around every buyer's page: it loads nothing but our one script. */
export function Shell({
  words,
  title,
  nonce,
  payment,
  languageSwitch,
  hasScript,
  hasWayBack,
  children,
}: ShellProps) {
  return (
    <html lang={words.language}>
      {/* biome-ignore lint/style/noHeadElement: a document of its own, outside the framework's pages */}
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="data:," />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, from the tree */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: payStyle }} />
      </head>
      <body>
        <div className="page">
          <header className="top">
            <div className="merchant">
              <strong>{payment?.merchantName ?? "Vezne"}</strong>
              {payment ? <span>{hostOf(payment.backUrl)}</span> : null}
            </div>
            {languageSwitch}
          </header>
          <main>{children}</main>
          <footer className="bottom">
            {payment && hasWayBack ? <BackLink to={payment.backUrl} words={words} /> : null}
            <span>{words.poweredBy}</span>
          </footer>
        </div>
        {hasScript ? (
          <script type="module" src={cardFormScript.src} integrity={cardFormScript.integrity} nonce={nonce} />
        ) : null}
      </body>
    </html>
  );
}
