import type { ReactNode } from "react";
import { cardFormScript } from "./page-assets";

interface FrameProps {
  /** Whom the page is about. */
  readonly name: string;
  /** What stands below the name. */
  readonly below: string | null;
  /** Where the language can be changed; without a script. */
  readonly languageSwitch?: ReactNode;
  readonly footer: ReactNode;
  /** Of a page whose form or waiting the script enhances; null: the page has no script. */
  readonly scriptNonce: string | null;
  readonly children: ReactNode;
}

/** What stands around every buyer's page: who is paid above it, who takes the payment below it. */
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
      <script
        type="module"
        src={cardFormScript.src}
        integrity={cardFormScript.integrity}
        nonce={scriptNonce}
      />
    )}
  </>
);
