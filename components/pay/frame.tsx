import type { ReactNode } from "react";
import { cardFormScript } from "./page-assets";

interface FrameProps {
  /** The merchant's name, or the product's when the merchant is unknown. */
  readonly name: string;
  /** The line below the name. */
  readonly below: string | null;
  /** The control that changes the language; it works without a script. */
  readonly languageSwitch?: ReactNode;
  readonly footer: ReactNode;
  /** The nonce of a page with the script; null when the page has no script. */
  readonly scriptNonce: string | null;
  readonly children: ReactNode;
}

/** Renders the frame of every buyer's page: the merchant in the header, the payment service in the footer. */
export const Frame = ({ name, below, languageSwitch, footer, scriptNonce, children }: FrameProps) => (
  <>
    <div className="page">
      <header className="top">
        <div className="merchant">
          <strong>{name}</strong>
          {below === null ? null : <span>{below}</span>}
        </div>
        {languageSwitch}
      </header>
      <main>{children}</main>
      <footer className="bottom">{footer}</footer>
    </div>
    {scriptNonce === null ? null : (
      <script type="module" src={cardFormScript.src} integrity={cardFormScript.integrity} nonce={scriptNonce} />
    )}
  </>
);
