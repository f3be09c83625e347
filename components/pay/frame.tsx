import type { ReactNode } from "react";
import type { PageScript } from "./page-assets";

interface FrameProps {
  /** The merchant's name, or the product's when the merchant is unknown. */
  readonly name: string;
  /** The address of the merchant's logo, which stands above its name; null without one. */
  readonly logo?: string | null;
  /** The line below the name. */
  readonly below: string | null;
  /** The control that changes the language; null on a page that cannot be requested again. */
  readonly languageSwitch: ReactNode;
  readonly footer: ReactNode;
  /** The page's only script; null when it has none. */
  readonly script: PageScript | null;
  readonly nonce: string;
  readonly children: ReactNode;
}

/** Renders the frame of every buyer's page: the merchant in the header, the payment service in the footer. */
export const Frame = ({ name, logo = null, below, languageSwitch, footer, script, nonce, children }: FrameProps) => (
  <>
    <div className="page">
      <header className="top">
        <div className="merchant">
          {logo === null ? null : <Logo path={logo} />}
          <strong dir="auto">{name}</strong>
          {below === null ? null : <span>{below}</span>}
        </div>
        {languageSwitch}
      </header>
      <main>{children}</main>
      <footer className="bottom">{footer}</footer>
    </div>
    {script ? <script type="module" src={script.src} integrity={script.integrity} nonce={nonce} /> : null}
  </>
);

/** Its name stands below it, so it has no text of its own. */
const Logo = ({ path }: { path: string }) => (
  // biome-ignore lint/performance/noImgElement: the pages of buyers have no scripts of the framework
  <img src={path} alt="" height={48} />
);
