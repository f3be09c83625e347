import { createHash } from "node:crypto";
import { pagePolicy, toFormAction } from "../web/page-policy";
import { reportingEndpoints, securityHeaders } from "../web/security-headers";

/** A script of the buyers' pages. */
export interface PageScript {
  /** The path on the pay origin. It contains a hash of the text. */
  readonly src: string;
  readonly integrity: string;
}

interface ReleasedScript extends PageScript {
  /** Why the pages need it. */
  readonly why: string;
}

/** What a release has in its buyers' pages. `components/pay/page-release.ts` reads it from the sources. */
export interface PageRelease {
  readonly scripts: Readonly<Record<"cardForm" | "waiting" | "language", ReleasedScript>>;
  /** The texts of the inline style sheets. */
  readonly styles: Readonly<Record<"link" | "handoff", string>>;
  /** The languages of the buyers' pages. */
  readonly languages: readonly string[];
}

/** The buyers' pages of the inventory: those that can be requested without a card, then the others. */
const pageKinds = [
  "link_open",
  "link_card",
  "link_ended",
  "link_unknown",
  "link_error",
  "handoff_card",
  "handoff_ended",
  "handoff_error",
  "link_waiting",
  "link_paid",
  "link_bank",
  "handoff_bank",
] as const;
export type PageKind = (typeof pageKinds)[number];

/** How a page is requested. `{link}`, `{ended}` and `{ref}` stand for the secrets of the probe (D-294). */
export interface PageRequestPlan {
  readonly method: "GET" | "POST";
  readonly origin: "pay" | "handoff";
  readonly path: string;
  readonly form: Readonly<Record<string, string>> | null;
  readonly status: number;
}

/** What a buyer's page consists of, as far as it could carry an attack. */
export interface InventoryPage {
  readonly kind: PageKind;
  /** Null for a page that is reached with a card only. */
  readonly request: PageRequestPlan | null;
  /** The scripts that the page contains. */
  readonly scripts: readonly PageScript[];
  /** The script that those may add when the buyer changes the language. */
  readonly laterScripts: readonly PageScript[];
  /** The SHA-256 hashes of the texts of its style sheets, in base64. */
  readonly styles: readonly string[];
  /** The headers with lower-case names; `{nonce}` stands for the nonce of the response, `{bank}` for an origin. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each target to which a form or a button sends, as `method address`; an empty address is the page's own. */
  readonly formTargets: readonly string[];
}

/** All that the buyers' pages of one release consist of (PCI DSS 6.4.3, D-293). */
interface PageInventory {
  readonly form: "payment-pages-1";
  /** Every script, with its reason. */
  readonly scripts: readonly ReleasedScript[];
  readonly pages: readonly InventoryPage[];
}

/** Computes the inventory of a release. Equal sources have an equal inventory, whatever the installation. */
const buildInventory = (release: PageRelease): PageInventory => ({
  form: "payment-pages-1",
  scripts: Object.values(release.scripts),
  pages: [...listLinkPages(release), ...listHandoffPages(release), ...listPagesWithCard(release)],
});

/** A page without a script and a form. */
const quiet = { scripts: [], laterScripts: [], formTargets: [] };

/** The pages of a link that can be requested without a card. */
function listLinkPages(release: PageRelease): InventoryPage[] {
  const common = { styles: [hashText(release.styles.link)], headers: pageHeaders(toFormAction(null)) };
  const withCard = { ...common, ...listCardScripts(release) };
  const pay = "post /l/{link}/pay?lang=tr";
  const card = "/l/{link}/card?lang=tr";
  return [
    { kind: "link_open", request: read("/l/{link}"), ...withCard, formTargets: [`post ${card}`, pay] },
    { kind: "link_card", request: send("pay", card, { bin: "43550800" }, 200), ...withCard, formTargets: [pay] },
    { kind: "link_ended", request: read("/l/{ended}"), ...common, ...quiet },
    { kind: "link_unknown", request: { ...read("/l/{unknown}"), status: 404 }, ...common, ...quiet },
    { kind: "link_error", request: { ...read("/l/{link}/pay?lang=tr"), status: 405 }, ...common, ...quiet },
  ];
}

/** The pages of the card handoff that can be requested without a card. */
function listHandoffPages(release: PageRelease): InventoryPage[] {
  const common = { styles: [hashText(release.styles.handoff)], headers: pageHeaders(toFormAction(null)) };
  const chooseLanguage = ["post ", ...release.languages.map((name) => `post /handoff?lang=${name}`)];
  return [
    {
      kind: "handoff_card",
      request: send("handoff", "/handoff", { paymentRef: "{ref}" }, 200),
      ...common,
      ...listCardScripts(release),
      formTargets: [...chooseLanguage, "post /handoff?lang=tr"],
    },
    {
      kind: "handoff_ended",
      request: send("handoff", "/handoff", { paymentRef: "{ended-ref}" }, 404),
      ...common,
      ...quiet,
      formTargets: chooseLanguage,
    },
    { kind: "handoff_error", request: { ...read("/handoff"), origin: "handoff", status: 405 }, ...common, ...quiet },
  ];
}

/** The pages that are reached with a card only: they are declared, and the monitor does not request them. */
function listPagesWithCard(release: PageRelease): InventoryPage[] {
  const { link, handoff } = release.styles;
  const [waiting, language] = [toPageScript(release.scripts.waiting), toPageScript(release.scripts.language)];
  const here = { request: null, styles: [hashText(link)], headers: pageHeaders(toFormAction(null)) };
  const toBank = {
    request: null,
    headers: pageHeaders("{bank}"),
    scripts: [waiting],
    laterScripts: [],
    formTargets: ["post {bank-address}"],
  };
  return [
    {
      kind: "link_waiting",
      ...here,
      scripts: [waiting],
      laterScripts: [language],
      formTargets: ["post /l/{link}/give-up?lang=tr"],
    },
    { kind: "link_paid", ...here, ...quiet },
    { kind: "link_bank", styles: [hashText(link)], ...toBank },
    { kind: "handoff_bank", styles: [hashText(handoff)], ...toBank },
  ];
}

const listCardScripts = ({ scripts }: PageRelease) => ({
  scripts: [toPageScript(scripts.cardForm)],
  laterScripts: [toPageScript(scripts.language)],
});

const read = (path: string): PageRequestPlan => ({ method: "GET", origin: "pay", path, form: null, status: 200 });

const send = (
  origin: PageRequestPlan["origin"],
  path: string,
  form: Readonly<Record<string, string>>,
  status: number,
): PageRequestPlan => ({ method: "POST", origin, path, form, status });

const pageHeaders = (formAction: string): Readonly<Record<string, string>> => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": pagePolicy("{nonce}", formAction),
  "reporting-endpoints": reportingEndpoints,
  "cache-control": "no-store",
  "x-robots-tag": "noindex, nofollow",
  ...Object.fromEntries(Object.entries(securityHeaders).map(([name, value]) => [name.toLowerCase(), value])),
});

const toPageScript = ({ src, integrity }: ReleasedScript): PageScript => ({ src, integrity });

export const hashText = (text: string): string => createHash("sha256").update(text).digest("base64");

/** The inventory of the running release, with what is signed of it. */
export interface ReleasedPages {
  readonly inventory: PageInventory;
  /** The text that is signed. Its keys are in the order of `buildInventory`, so equal inventories have equal texts. */
  readonly text: string;
  /** The digest by which an inventory is authorised: SHA-256 in hex. */
  readonly digest: string;
}

export function toReleasedPages(release: PageRelease): ReleasedPages {
  const inventory = buildInventory(release);
  const text = JSON.stringify(inventory);
  return { inventory, text, digest: createHash("sha256").update(text).digest("hex") };
}
