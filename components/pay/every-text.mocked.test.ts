import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { type PayTexts, payLanguages, payTextsIn } from "@/messages/pay-texts";
import type { LinkPage } from "@/server/domain/links/link-page";
import type { BuyerPage } from "@/server/domain/payments/buyer-page";
import { handoffPages, handoffVariants, linkPages, linkVariants } from "@/server/testing/doors/buyer-pages";
import { now, token, traceId } from "@/server/testing/doors/link-pages";
import { renderBuyerDocument, renderLinkDocument } from "./render";

const used = vi.hoisted(() => new Set<string>());

vi.mock("@/messages/pay-texts", async (importOriginal) => {
  const original = await importOriginal<typeof import("@/messages/pay-texts")>();
  const note = (t: PayTexts["t"]) => {
    const noting = (key: string, values?: object) => {
      used.add(key);
      return t(key as never, values as never);
    };
    const raw = (key: string) => {
      used.add(key);
      return t.raw(key as never);
    };
    return Object.assign(noting, { has: t.has, raw });
  };
  const watched = new Map(original.payLanguages.map(original.payTextsIn).map((texts) => [texts.language, texts]));
  for (const [language, texts] of watched) watched.set(language, { ...texts, t: note(texts.t) } as unknown as PayTexts);
  return { ...original, payTextsIn: (language: string) => watched.get(language) };
});

interface Texts {
  readonly [key: string]: string | Texts;
}

const listTexts = (texts: Texts, parent = ""): [path: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${parent}${key}`, value]] : listTexts(value, `${parent}${key}.`),
  );
const catalogues = new Map(
  payLanguages.map((language) => [
    language,
    listTexts(JSON.parse(readFileSync(`messages/pay.${language}.json`, "utf8"))),
  ]),
);

const nonce = "bm9uY2U=";
const renderHandoff = (page: BuyerPage, language: string) => renderBuyerDocument({ page, language, traceId, nonce });
const renderLink = (page: LinkPage, language: string) =>
  renderLinkDocument({ page, token, language, now, traceId, nonce });

type Rendered = readonly (readonly [name: string, render: (language: string) => Promise<string>])[];

const pages: Rendered = [
  ...handoffPages.map(
    ([name, page]) => [`handoff, ${name}`, (language: string) => renderHandoff(page, language)] as const,
  ),
  ...linkPages.map(([name, page]) => [`link, ${name}`, (language: string) => renderLink(page, language)] as const),
];
const variants: Rendered = [
  ...handoffVariants.map(
    ([name, page]) => [`handoff, ${name}`, (language: string) => renderHandoff(page, language)] as const,
  ),
  ...linkVariants.map(([name, page]) => [`link, ${name}`, (language: string) => renderLink(page, language)] as const),
];

/** Returns what a person can read or hear on a page, without the names of the languages and their templates. */
const readEverything = (html: string): string =>
  html
    .replace(/<style.*?<\/style>|<template.*?<\/template>/gs, "")
    .replace(/<(a|button)[^>]* lang="\w+"[^>]*>[^<]*<\/\1>/g, "")
    .replace(/ (?:class|id|name|href|src|type|for|action|autoComplete)="[^"]*"/g, "");

/** The texts that only other languages have, long enough not to be part of a word. */
function listForeignTexts(language: string): string[] {
  const own = new Set((catalogues.get(language) ?? []).map(([, text]) => text));
  return [...catalogues]
    .filter(([other]) => other !== language)
    .flatMap(([, texts]) => texts.map(([, text]) => text))
    .filter((text) => text.length >= 10 && !/[{}]/.test(text) && ![...own].some((one) => one.includes(text)));
}

describe.each(payLanguages)("in %s", (language) => {
  const foreign = [...new Set(listForeignTexts(language))];
  const { direction } = payTextsIn(language);

  it.each(pages)("%s: is in this language and its direction, and has no other language's text", async (_, render) => {
    const html = await render(language);
    expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}" dir="${direction}">`));
    const everything = readEverything(html);
    expect(foreign.filter((text) => everything.includes(text))).toEqual([]);
  });
});

it("every text is used by a page, and every text that a page uses exists", { timeout: 30_000 }, async () => {
  for (const [, render] of [...pages, ...variants]) await render("tr");
  // The language's own facts are read with its file, and the name of the QR code is shown at another address.
  const elsewhere = ["language.name", "language.locale", "language.direction", "link.qrTitle"];
  const existing = (catalogues.get("tr") ?? []).map(([path]) => path);
  expect(existing.filter((path) => !used.has(path) && !elsewhere.includes(path))).toEqual([]);
  expect([...used].filter((path) => !existing.includes(path))).toEqual([]);
});
