import { expect, test } from "vitest";
import { panelMutations } from "@/server/testing/world/panel-paths";
import { actionWord, actionWords, areaWords } from "./audit-actions";

test("every mutation has a text in both languages and an area for the filter", () => {
  expect(panelMutations.length).toBeGreaterThan(10);
  for (const path of panelMutations) {
    expect(actionWords[path]?.tr, path).toBeTruthy();
    expect(actionWords[path]?.en, path).toBeTruthy();
    expect(Object.keys(areaWords), path).toContain(path.split(".")[0]);
  }
});

test("no two actions have the same text", () => {
  for (const language of ["tr", "en"] as const) {
    const words = Object.values(actionWords).map((word) => word[language]);
    expect(new Set(words).size).toBe(words.length);
  }
});

test("names a refused query by its area", () => {
  expect(actionWord("payout.list", "en")).toBe("Wanted to read: Payouts");
  expect(actionWord("payout.list", "tr")).toBe("Görüntülemek istedi: Hak edişler");
});
