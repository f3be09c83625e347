import type { PayTexts } from "@/messages/pay-texts";

interface BackLinkProps {
  /** The merchant's returnUrl. */
  readonly to: string;
  readonly texts: PayTexts;
  /** The CSS classes; without them the link looks like plain text. */
  readonly looks?: string;
}

/** Links back to the shop. Renders nothing when the address is not a web address. */
export const BackLink = ({ to, texts: { t }, looks }: BackLinkProps) =>
  readHost(to) === "" ? null : (
    <a href={to} rel="noreferrer" className={looks}>
      {t("back")}
    </a>
  );

/** Returns the host of an http(s) address, or an empty string for anything else, which must not become a link. */
export function readHost(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && ["http:", "https:"].includes(url.protocol) ? url.host : "";
}
