/** Reads forms in the HTML of the product and the simulated bank without a browser. */

export interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Returns the first form whose action contains `action`. Throws when there is none. */
export function formIn(html: string, action = ""): Form {
  for (const [, head = "", body = ""] of html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)) {
    const to = readAttributes(head).action ?? "";
    if (!to.includes(action)) continue;
    const inputs = [...body.matchAll(/<input\b([^>]*)>/g)].map(([, attributes = ""]) => readAttributes(attributes));
    const fields = inputs.map(({ name = "", value = "" }) => [name, value]);
    return { action: to, fields: Object.fromEntries(fields) };
  }
  throw new Error(`No form to "${action}" in: ${html.slice(0, 500)}`);
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, unescapeHtml(value)]),
  );

const unescapeHtml = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
