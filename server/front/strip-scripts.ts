/**
 * Removes the framework's client runtime from a page that takes a card (D-55, PCI DSS 6.4.3): every
 * script goes, apart from those of our own that carry an integrity hash, and so do the hints that would fetch them.
 * Works on what React renders: attributes are quoted, `<` is escaped in text, attributes and inline scripts.
 */
export const stripScripts = (html: string): string =>
  html
    .replace(/<script\b([^>]*)>[\s\S]*?<\/script>/gi, (element, attributes) =>
      isOurs(attributes) ? element : "",
    )
    .replace(/<link\b([^>]*)>/gi, (element, attributes) => (fetchesScript(attributes) ? "" : element));

/** The same for the `Link` header: entries that would fetch a script or font of the framework. */
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
