import type { ReactNode } from "react";
import type { PayTexts } from "@/messages/pay-texts";
import type { BuyerPayment } from "@/server/domain/payments/buyer-page";
import { BackLink, readHost } from "./back-link";
import { Frame } from "./frame";
import { HtmlDocument } from "./html-document";
import type { PageScript } from "./page-assets";
import { payStyle } from "./page-style";

interface ShellProps {
  readonly texts: PayTexts;
  readonly title: string;
  readonly nonce: string;
  readonly payment: BuyerPayment | null;
  /** The control that changes the language; null on a page that cannot be requested again. */
  readonly languageSwitch: ReactNode;
  /** The script that enhances the page's form; null on a page without one. */
  readonly script: PageScript | null;
  /** True when the footer has a link back to the shop, on pages whose button does something else. */
  readonly hasWayBack?: boolean;
  readonly children: ReactNode;
}

/** Renders the document around every page of the handoff. */
export function Shell({ texts, title, nonce, payment, languageSwitch, script, hasWayBack, children }: ShellProps) {
  const footer = (
    <>
      {payment && hasWayBack ? <BackLink to={payment.backUrl} texts={texts} /> : null}
      <span>{texts.t("poweredBy")}</span>
    </>
  );
  return (
    <HtmlDocument texts={texts} title={title} nonce={nonce} style={payStyle}>
      <Frame
        name={payment?.merchantName ?? "Vezne"}
        below={payment ? readHost(payment.backUrl) : null}
        languageSwitch={languageSwitch}
        footer={footer}
        script={script}
        nonce={nonce}
      >
        {children}
      </Frame>
    </HtmlDocument>
  );
}
