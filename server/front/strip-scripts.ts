/**
 * Removes the framework's client runtime from a page that takes a card (D-55, PCI DSS 6.4.3): every script except the
 * product's own ones with an integrity hash, and the hints that would fetch scripts. It relies on React's output, in
 * which attributes are quoted and `<` is escaped in text, attributes and inline scripts.
 */
export const stripScripts = (html: string): string =>
  html
    .replace(/<script\b([^>]*)>[\s\S]*?<\/script>/gi, (element, attributes) => (isOurs(attributes) ? element : ""))
    .replace(/<link\b([^>]*)>/gi, (element, attributes) => (fetchesScript(attributes) ? "" : element));

/** Removes the entries of a `Link` header that would fetch a script. */
export const stripLinkHeader = (value: string): string =>
  value
    .split(/,\s*(?=<)/)
    .filter((entry) => !/rel="?modulepreload|as="?script/i.test(entry))
    .join(", ");

const isOurs = (attributes: string): boolean =>
  /\ssrc="\/assets\//i.test(attributes) && /\sintegrity="sha(256|384|512)-/i.test(attributes);

const fetchesScript = (attributes: string): boolean =>
  /\srel="modulepreload"/i.test(attributes) ||
  (/\srel="(preload|prefetch)"/i.test(attributes) && /\sas="script"/i.test(attributes));
