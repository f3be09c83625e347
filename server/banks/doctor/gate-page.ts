import type { ReturnFields, WireResponse } from "@/server/banks/bank";

/**
 * What a gate shows a browser. `returned`: a form that posts straight back to us. `accepted`: its own page or that of
 * the card's bank. `refused`: a page without any form, which takes no order.
 */
export type GatePage =
  | { readonly kind: "returned"; readonly fields: ReturnFields }
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly text: string };

/** Reads the page with which a gate answers a posted form, without following it. */
export function readGatePage({ status, contentType, body }: WireResponse, returnUrl: string): GatePage {
  if (status === 302 || status === 303 || status === 307) return { kind: "accepted" };
  const page = decode(body, contentType);
  const forms = page.split(/<form\b/i).slice(1);
  const returning = forms.find((form) => readAttribute(/^[^>]*/.exec(form)?.[0] ?? "", "action") === returnUrl);
  if (returning !== undefined) return { kind: "returned", fields: readInputs(returning) };
  return status === 200 && forms.length > 0 ? { kind: "accepted" } : { kind: "refused", text: readText(page) };
}

const readInputs = (form: string): ReturnFields =>
  [...(form.split(/<\/form/i)[0] ?? "").matchAll(/<input\b[^>]*>/gi)].flatMap(([input]) => {
    const name = readAttribute(input, "name");
    return name === null ? [] : [[name, readAttribute(input, "value") ?? ""] as const];
  });

function readAttribute(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, "i").exec(tag);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? null : decodeReferences(value);
}

const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decodeReferences = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return names[String(name).toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

/** Returns the words of a page, for people. */
const readText = (page: string): string =>
  decodeReferences(page.replace(/<(script|style|title)\b[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();

/** Decodes a page; gates write UTF-8 or ISO-8859-9 (B-1 rule 6). */
const decode = (body: Uint8Array, contentType: string): string =>
  new TextDecoder(/8859-9|windows-1254/i.test(contentType) ? "windows-1254" : "utf-8").decode(body);
