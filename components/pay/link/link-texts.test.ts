import { expect, it } from "vitest";
import { payLanguages, payTextsIn } from "@/messages/pay-texts";
import type { LinkPage } from "@/server/domain/links/link-page";
import { linkTextNames, linkTexts, mapLinkTexts } from "@/server/domain/links/link-texts";
import { failed, inProgress, paid, readText, render, summary } from "@/server/testing/doors/link-pages";

const entry = { offer: null, chosenCount: null, fields: {}, trouble: null } as const;
const written = { ...summary, ...mapLinkTexts((name) => `text of ${name}`) };

const withTexts = (page: LinkPage): LinkPage => ({ ...page, summary: written }) as LinkPage;
const pages: [name: string, page: LinkPage][] = [
  ["open", { kind: "open", summary: written, entry }],
  ["in progress", withTexts(inProgress())],
  ["failed", withTexts(failed(null))],
  ["expired", { kind: "expired", summary: written }],
  ["paid", paid({}, written)],
];

it.each(pages)("every declared text of the merchant is on the page with its label: %s", async (kind, page) => {
  for (const language of payLanguages) {
    const text = readText(await render(page, { language }));
    for (const name of linkTextNames) {
      const isUnlabelled = kind === "open" && name === "description";
      const label = isUnlabelled ? "" : payTextsIn(language).t(`link.texts.${name}`);
      expect(text).toMatch(new RegExp(`${label}:? +text of ${name} `));
    }
  }
});

it("a text of which only the mask is visible is omitted, and so is one without visible characters", async () => {
  const hidden = mapLinkTexts((name) => (linkTexts[name].buyerSees === "masked" ? "\u200b**" : "\u202e \u200b"));
  for (const [, page] of pages) {
    const text = readText(await render({ ...page, summary: { ...summary, ...hidden } } as LinkPage));
    for (const name of linkTextNames) expect(text).not.toContain(payTextsIn("tr").t(`link.texts.${name}`));
  }
});
