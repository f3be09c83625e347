import { expect, type Page } from "@playwright/test";
import type { Answer } from "./http";

/** The security rules of every page on which a buyer enters a card or has just entered one (D-22, S3, S5). */

/** Reads the directives of a page's content security policy. */
export const readPolicy = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(
    String(headers["content-security-policy"])
      .split(/;\s*/)
      .map((directive) => [directive.split(" ")[0] ?? "", directive.split(" ").slice(1).join(" ")]),
  );

/** Expects that inline content has the nonce and that nothing comes from other origins. Returns the nonce. */
export function expectSafeDocument(document: Answer): string {
  const { "script-src": scripts = "", "style-src": styles = "", ...policy } = readPolicy(document);
  const nonce = /^'nonce-([^']{22,})' 'strict-dynamic'$/.exec(scripts)?.[1] ?? "";
  expect(styles).toBe(`'self' 'nonce-${nonce}'`);
  expect(policy).toMatchObject({
    "default-src": "'none'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "frame-ancestors": "'none'",
    "report-to": "csp",
    "report-uri": "/csp-report",
  });
  expect(document.headers["reporting-endpoints"]).toBe('csp="/csp-report"');
  expect(document.headers["content-security-policy"]).not.toMatch(/unsafe-|https?:\/\/(?!localhost)/);
  for (const [tag] of document.text.matchAll(/<(script|style)\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
  for (const [tag] of document.text.matchAll(/<script\b[^>]*>/g)) expect(tag).toMatch(/integrity="sha(256|384|512)-/);
  expect(document.text).not.toMatch(/\son\w+="|javascript:|\sstyle="/);
  return nonce;
}

export interface Watched {
  readonly origins: Set<string>;
  readonly scripts: Set<string>;
  readonly complaints: string[];
}

/** Records the origins and scripts that the browser requests, and its warnings and errors. */
export function watch(page: Page): Watched {
  const watched: Watched = { origins: new Set(), scripts: new Set(), complaints: [] };
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol === "data:") return;
    watched.origins.add(url.origin);
    if (request.resourceType() === "script") watched.scripts.add(url.href);
  });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) watched.complaints.push(message.text());
  });
  page.on("pageerror", (error) => watched.complaints.push(String(error)));
  return watched;
}
