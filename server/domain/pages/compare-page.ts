import { hashText, type InventoryPage, type PageScript } from "./inventory";

/** A page as it was received over the network. */
export interface ReceivedPage {
  readonly status: number;
  /** Every header line, the names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly elements: readonly PageElement[];
}

/** An element of a page, also of its templates. */
export interface PageElement {
  /** In lower case. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The text directly inside of it. */
  readonly text: string;
}

/** What the placeholders of the inventory stand for, and where the page was requested. */
export interface PagePlace {
  /** The address that was requested. */
  readonly address: string;
  /** Values by placeholder, for example `{link}`. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Compares a page with the inventory. Returns what differs, one sentence each; an empty list where nothing does. What
 * a page says to its buyer is not compared, only what could run, load, send or weaken the page's protection.
 */
export const comparePage = (expected: InventoryPage, received: ReceivedPage, place: PagePlace): string[] => [
  ...compareStatus(expected, received),
  ...compareHeaders(expected, received),
  ...compareScripts(expected, received),
  ...compareStyles(expected, received),
  ...compareFormTargets(expected, received, place),
  ...received.elements.flatMap((element) => [
    ...findForbiddenElement(element, place),
    ...findActiveAttributes(element),
    ...findForeignAddresses(element, place),
  ]),
];

const compareStatus = ({ request }: InventoryPage, { status }: ReceivedPage): string[] =>
  request === null || request.status === status ? [] : [`The status is ${status} in place of ${request.status}.`];

/** The headers with which an answer could weaken the page, although it has all that are expected. */
const unwanted = [
  "set-cookie",
  "refresh",
  "link",
  "content-security-policy-report-only",
  "access-control-allow-origin",
];

function compareHeaders({ headers: expected }: InventoryPage, { headers }: ReceivedPage): string[] {
  const find = (name: string) => headers.filter(([one]) => one === name).map(([, value]) => value);
  const differing = Object.entries(expected).flatMap(([name, value]) => {
    const [sent, ...more] = find(name);
    if (sent === undefined) return [`The header ${name} is missing.`];
    if (more.length > 0) return [`The header ${name} was sent more than once.`];
    return isHeaderEqual(value, sent) ? [] : [`The header ${name} is ${quote(sent)}.`];
  });
  return [
    ...differing,
    ...unwanted.filter((name) => find(name).length > 0).map((name) => `The header ${name} was added.`),
  ];
}

/** Compares a header whose expected value may contain the placeholder of the nonce. */
function isHeaderEqual(expected: string, sent: string): boolean {
  const [nonce] = /(?<='nonce-)[A-Za-z0-9+/_=-]{22,}(?=')/.exec(sent) ?? [];
  return expected.replaceAll("{nonce}", nonce ?? "") === sent;
}

function compareScripts({ scripts, laterScripts }: InventoryPage, { elements }: ReceivedPage): string[] {
  const found = elements.filter(({ name }) => name === "script");
  const inline = found.filter(({ attributes }) => !attributes.has("src"));
  const loaded = found.flatMap(({ attributes }) => {
    const src = attributes.get("src");
    return src === undefined ? [] : [{ src, integrity: attributes.get("integrity") ?? null, later: false }];
  });
  const later = elements.flatMap(({ attributes }) => {
    const src = attributes.get("data-src");
    return src === undefined ? [] : [{ src, integrity: attributes.get("data-integrity") ?? null, later: true }];
  });
  return [
    ...inline.map(({ text }) => `There is an inline script: ${quote(text)}.`),
    ...compareLoaded(scripts, loaded),
    ...compareLoaded(laterScripts, later),
  ];
}

interface Loaded {
  readonly src: string;
  readonly integrity: string | null;
}

function compareLoaded(expected: readonly PageScript[], found: readonly Loaded[]): string[] {
  const unknown = found.filter(({ src }) => !expected.some((one) => one.src === src));
  const changed = found.filter((one) =>
    expected.some(({ src, integrity }) => src === one.src && integrity !== one.integrity),
  );
  const missing = expected.filter(({ src }) => !found.some((one) => one.src === src));
  return [
    ...unknown.map(({ src }) => `The script ${quote(src)} is not in the inventory.`),
    ...changed.map(({ src, integrity }) => `The script ${src} has the integrity hash ${quote(integrity ?? "none")}.`),
    ...missing.map(({ src }) => `The script ${src} is missing.`),
  ];
}

function compareStyles({ styles }: InventoryPage, { elements }: ReceivedPage): string[] {
  const found = elements.filter(({ name }) => name === "style").map(({ text }) => ({ text, hash: hashText(text) }));
  const missing = styles.filter((hash) => !found.some((one) => one.hash === hash));
  return [
    ...found
      .filter(({ hash }) => !styles.includes(hash))
      .map(({ text }) => `There is a style sheet that is not in the inventory: ${quote(text)}.`),
    ...missing.map((hash) => `The style sheet with the SHA-256 hash ${hash} is missing.`),
  ];
}

/** Compares where the page sends what its buyer enters: the targets of forms, and of buttons with one of their own. */
function compareFormTargets(
  { formTargets }: InventoryPage,
  { elements }: ReceivedPage,
  { values }: PagePlace,
): string[] {
  const expected = formTargets.map((target) => fillIn(target, values)).sort();
  const found = elements
    .flatMap(({ name, attributes }) => {
      const own = name === "form" ? [attributes.get("action") ?? ""] : [];
      const button = attributes.get("formaction");
      const method = (attributes.get("formmethod") ?? attributes.get("method") ?? "").toLowerCase();
      return [
        ...own.map((address) => `${method} ${address}`),
        ...(button === undefined ? [] : [`${method || "post"} ${button}`]),
      ];
    })
    .sort();
  return [
    ...subtract(found, expected).map((target) => `A form sends to ${quote(target)}, which is not in the inventory.`),
    ...subtract(expected, found).map((target) => `The form that sends to ${quote(target)} is missing.`),
  ];
}

/** Returns the first list without the entries of the second one; an entry is taken away as often as it is there. */
function subtract(from: readonly string[], what: readonly string[]): string[] {
  const left = [...what];
  return from.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{[a-z-]+\}/g, (name) => values[name] ?? name);

/** Elements that no buyer's page has: each of them could load or show what is not ours. */
const forbidden = ["iframe", "frame", "frameset", "object", "embed", "applet", "base", "portal", "audio", "video"];

function findForbiddenElement({ name, attributes }: PageElement, { address }: PagePlace): string[] {
  if (forbidden.includes(name)) return [`There is an element <${name}>.`];
  const equivalent = name === "meta" ? attributes.get("http-equiv") : undefined;
  if (equivalent !== undefined) return [`There is an element <meta http-equiv=${quote(equivalent)}>.`];
  if (name !== "link") return [];
  const [rel, href] = [attributes.get("rel") ?? "", attributes.get("href") ?? ""];
  const isOurIcon = rel === "icon" && (href === "data:," || isAtOrigin(href, address));
  return isOurIcon ? [] : [`There is an element <link rel=${quote(rel)} href=${quote(href)}>.`];
}

/** Attributes of which the browser runs the text, also in an address. */
const findActiveAttributes = ({ name, attributes }: PageElement): string[] =>
  [...attributes].flatMap(([attribute, value]) => {
    if (/^on/.test(attribute)) return [`The element <${name}> has the handler ${attribute}: ${quote(value)}.`];
    if (attribute === "srcdoc") return [`The element <${name}> has a document of its own.`];
    if (attribute === "style") return [`The element <${name}> has an inline style: ${quote(value)}.`];
    // Browsers ignore white space and control characters inside of the scheme.
    const scheme = value.replace(/[\s\p{Control}]/gu, "").toLowerCase();
    return /^(javascript|vbscript|data:text\/html)/.test(scheme)
      ? [`The attribute ${attribute} of <${name}> is the address ${quote(value)}.`]
      : [];
  });

/** Attributes from which a browser or our own scripts take an address. */
const addressAttributes =
  /^(src|href|action|formaction|poster|background|ping|manifest|xlink:href|srcset|imagesrcset|data|data-(src|offers|poll|next))$/;

const findForeignAddresses = ({ name, attributes }: PageElement, place: PagePlace): string[] =>
  [...attributes].flatMap(([attribute, value]) => {
    if (!addressAttributes.test(attribute) || value === "") return [];
    if (name === "link" || value === place.values["{bank-address}"]) return [];
    const parts = attribute.endsWith("srcset")
      ? value.split(/\s*,\s+/).map((one) => one.split(/\s/)[0] ?? "")
      : [value];
    return parts
      .filter((one) => !isAtOrigin(one, place.address) && !isShop(name, one, place))
      .map((one) => `The attribute ${attribute} of <${name}> leads to another host: ${quote(one)}.`);
  });

/** A page may lead back to the merchant, by a link that the buyer follows. */
const isShop = (name: string, address: string, { values }: PagePlace): boolean =>
  name === "a" && address === values["{shop-address}"];

const isAtOrigin = (address: string, base: string): boolean =>
  URL.canParse(address, base) && new URL(address, base).origin === new URL(base).origin;

/** Cuts what was found, which may be of any length, and keeps it on one line. */
const quote = (text: string): string => {
  const plain = text.replace(/[\s\p{Control}]+/gu, " ").trim();
  return `"${plain.length > quotedMax ? `${plain.slice(0, quotedMax)}…` : plain}"`;
};

const quotedMax = 120;
