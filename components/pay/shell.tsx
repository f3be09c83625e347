import type { ReactNode } from "react";
import type { BuyerPayment } from "@/server/domain/payments/buyer-page";
import { BackLink } from "./back-link";
import { Frame } from "./frame";
import { hostOf } from "./host-of";
import { HtmlDocument } from "./html-document";
import { payStyle } from "./page-style";
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

/** The document around every page of the handoff. */
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
        below={payment ? hostOf(payment.backUrl) : null}
        languageSwitch={languageSwitch}
        footer={footer}
        scriptNonce={hasScript ? nonce : null}
      >
        {children}
      </Frame>
    </HtmlDocument>
  );
}
