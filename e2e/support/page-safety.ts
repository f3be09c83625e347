import { expect, type Page } from "@playwright/test";
import type { Answer } from "./http";

/** What every page promises that a buyer may type a card into, or may have typed one into before (D-22, S3, S5). */

/** The directives of its policy. */
export const policyOf = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(
    String(headers["content-security-policy"])
      .split(/;\s*/)
      .map((directive) => [directive.split(" ")[0] ?? "", directive.split(" ").slice(1).join(" ")]),
  );

/** Nothing inline but with its nonce, nothing from elsewhere. Answers the nonce. */
export function expectSafeDocument(document: Answer): string {
  const { "script-src": scripts = "", "style-src": styles = "", ...policy } = policyOf(document);
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

/** Everything that the browser asks for and complains of. */
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
