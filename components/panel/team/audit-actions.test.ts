import { expect, test } from "vitest";
import { panelMutations } from "@/server/testing/world/panel-paths";
import { actionWord, actionWords, areaWords } from "./audit-actions";

test("every change has words in both languages, and an area to be found by", () => {
  expect(panelMutations.length).toBeGreaterThan(10);
  for (const path of panelMutations) {
    expect(actionWords[path]?.tr, path).toBeTruthy();
    expect(actionWords[path]?.en, path).toBeTruthy();
    expect(Object.keys(areaWords), path).toContain(path.split(".")[0]);
  }
});

test("no two actions are called the same", () => {
  for (const language of ["tr", "en"] as const) {
    const words = Object.values(actionWords).map((word) => word[language]);
    expect(new Set(words).size).toBe(words.length);
  }
});

test("a reading that was refused is named by what was to be read", () => {
  expect(actionWord("payout.list", "en")).toBe("Wanted to read: Payouts");
  expect(actionWord("payout.list", "tr")).toBe("Görüntülemek istedi: Hak edişler");
});
