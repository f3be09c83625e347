import { expect, test } from "vitest";
import turkish from "@/messages/panel.tr.json";
import sharedEnglish from "@/messages/shared.en.json";
import sharedTurkish from "@/messages/shared.tr.json";
import { translatorFor } from "@/messages/translate";
import { auditAreas } from "@/server/domain/audit/audit-list";
import { panelMutations } from "@/server/testing/world/panel-paths";
import { actionWord } from "./audit-actions";

const tr = translatorFor("tr", "panel.audit");
const en = translatorFor("en", "panel.audit");
const words = { tr: translatorFor("tr", "shared.audit"), en: translatorFor("en", "shared.audit") };

test("every mutation has a text in both languages and an area for the filter", () => {
  expect(panelMutations.length).toBeGreaterThan(10);
  for (const path of panelMutations) {
    expect(words.tr.has(`actions.${path}` as "actions.self.signIn"), path).toBe(true);
    expect(words.en.has(`actions.${path}` as "actions.self.signIn"), path).toBe(true);
    expect(auditAreas, path).toContain(path.split(".")[0]);
  }
});

test("no two actions have the same text", () => {
  for (const { audit } of [sharedTurkish, sharedEnglish]) {
    const words = Object.values<Readonly<Record<string, string>>>(audit.actions).flatMap((area) => Object.values(area));
    expect(new Set(words).size).toBe(words.length);
  }
});

test("the filter offers every area that has a name", () => {
  expect([...auditAreas].sort()).toEqual(Object.keys(turkish.audit.areas).sort());
});

test("names a refused query by its area, and by itself in an area without a name", () => {
  expect(actionWord("payout.list", en, words.en)).toBe("Wanted to read: Payouts");
  expect(actionWord("payout.list", tr, words.tr)).toBe("Görüntülemek istedi: Hak edişler");
  expect(actionWord("weather.get", en, words.en)).toBe("Wanted to read: weather.get");
});
