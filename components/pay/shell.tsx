import type { ReactNode } from "react";
import type { BuyerPayment } from "@/server/domain/payments/buyer-page";
import { BackLink, readHost } from "./back-link";
import { Frame } from "./frame";
import { HtmlDocument } from "./html-document";
import { payStyle } from "./page-style";
import type { Words } from "./words";

interface ShellProps {
  readonly words: Words;
  readonly title: string;
  readonly nonce: string;
  readonly payment: BuyerPayment | null;
  /** The control that changes the language: a separate form, so that it works without a script. */
  readonly languageSwitch?: ReactNode;
  /** True for pages with a form that the script enhances. No other page has a script. */
  readonly hasScript: boolean;
  /** True when the footer has a link back to the shop, on pages whose button does something else. */
  readonly hasWayBack?: boolean;
  readonly children: ReactNode;
}

/** Renders the document around every page of the handoff. */
export function Shell({ words, title, nonce, payment, languageSwitch, hasScript, hasWayBack, children }: ShellProps) {
  const footer = (
    <>
      {payment && hasWayBack ? <BackLink to={payment.backUrl} words={words} /> : null}
      <span>{words.poweredBy}</span>
    </>
  );
  return (
    <HtmlDocument language={words.language} title={title} nonce={nonce} style={payStyle}>
      <Frame
        name={payment?.merchantName ?? "Vezne"}
        below={payment ? readHost(payment.backUrl) : null}
        languageSwitch={languageSwitch}
        footer={footer}
        scriptNonce={hasScript ? nonce : null}
      >
        {children}
      </Frame>
    </HtmlDocument>
  );
}
