import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { eventFamilies } from "@/server/domain/webhooks/events";
import { literalPrefixes } from "@/server/domain/webhooks/webhook-signature";
import { unescapeHtml } from "../guide/unescape-html";
import { WebhookGuide } from "./webhook-guide";

type Props = Parameters<typeof WebhookGuide>[0];
const sandboxOrigin = "http://localhost:3000";
const render = (changes: Partial<Props> = {}) =>
  renderToStaticMarkup(
    createElement(WebhookGuide, { language: "en", prefixes: literalPrefixes, sandboxOrigin, ...changes }),
  );

describe.each(["tr", "en"] as const)("the guide in %s", (language) => {
  const html = render({ language });

  test.each(["mjs", "php", "py"])("shows the tested receiver.%s and links to it as a file", (ending) => {
    const text = readFileSync(new URL(`../samples/receiver.${ending}`, import.meta.url), "utf8");
    expect(unescapeHtml(html)).toContain(text);
    expect(html).toContain(`href="/docs/webhooks/receiver.${ending}"`);
  });
  test.each(Object.values(eventFamilies).flat())("states when %s is sent", (type) => {
    expect(html).toMatch(new RegExp(`<code>${type}</code></dt><dd>[^<]{10,}</dd>`));
  });
  test("shows no backtick outside the programs", () => expect(html.replace(/<pre.*?<\/pre>/gs, "")).not.toContain("`"));
  test("links every entry of its contents to a section", () => {
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets).toHaveLength(9);
    for (const id of targets) expect(html).toContain(`<section id="${id}"`);
  });
});

test("the example bodies have the fields of the contract", () => {
  const bodies = [...unescapeHtml(render()).matchAll(/<pre[^>]*>(\{.*?\})<\/pre>/gs)].map(([, json = ""]) =>
    Object.keys(JSON.parse(json)),
  );
  expect(bodies).toEqual([
    ["id", "type", "paymentCode", "occurredAt"],
    ["id", "type", "payoutBatchId", "partnerId", "occurredAt"],
    ["id", "type", "paymentLinkId", "occurredAt"],
    ["id", "type", "occurredAt"],
  ]);
});

test.each([
  ["en", "30 seconds, 2 minutes, 10 minutes, 1 hour and 6 hours after", "24 hours"],
  ["tr", "30 saniye, 2 dakika, 10 dakika, 1 saat ve 6 saat sonra", "24 saat"],
] as const)("states the retry times in %s", (language, delays, window) => {
  expect(render({ language })).toContain(delays);
  expect(render({ language })).toContain(window);
});

test("uses the header names of the installation, in the programs too", () => {
  const html = render({ prefixes: { current: "Vezne", legacy: "X-Old" } });
  expect(html).not.toMatch(/X-Service|X-Legacy/);
  for (const name of ["Signature", "Timestamp", "Delivery-Id"]) {
    expect(html).toContain(`<code>Vezne-${name}</code>`);
    expect(html).toContain(`<code>X-Old-${name}</code>`);
  }
  expect(unescapeHtml(html)).toContain('const signatureHeaders = ["Vezne-Signature", "X-Old-Signature"];');
});

test("does not mention an endpoint of the sandbox where the installation has none", () => {
  expect(render()).toContain(`${sandboxOrigin}/sandbox/clock`);
  expect(render({ sandboxOrigin: null })).not.toMatch(/\/sandbox\/|id="sandbox"/);
});
