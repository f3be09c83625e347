import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { payLanguages, payTextsIn } from "./pay-texts";

test("the languages are those of the files, the source and English first", () => {
  const files = readdirSync("messages").flatMap((name) => /^pay\.(\w+)\.json$/.exec(name)?.[1] ?? []);
  expect([...payLanguages].sort()).toEqual(files.sort());
  expect(payLanguages.slice(0, 2)).toEqual(["tr", "en"]);
  expect(payLanguages).toEqual(expect.arrayContaining(["ar", "de", "ru", "uk"]));
});

test("a language without a file has the Turkish texts", () => {
  expect(payTextsIn("xx")).toBe(payTextsIn("tr"));
});

describe.each(payLanguages)("the buyer's texts in %s", (language) => {
  test("have the parts of the remaining time as the script fills them in", () => {
    const { t } = payTextsIn(language);
    for (const [name, parts] of Object.entries({ hours: ["h", "m"], minutes: ["m", "s"], seconds: ["s"] })) {
      const text: string = t.raw(`link.left.${name as "hours"}`);
      expect([...text.matchAll(/\{(\w)\}/g)].map(([, part]) => part)).toEqual(parts);
      expect(text.replace(/\{\w\}/g, "")).not.toMatch(/[{}'<>#]/);
    }
  });

  test("name the time zone with every time, because a buyer may be in another one", () => {
    const file = readFileSync(`messages/pay.${language}.json`, "utf8");
    const timed = file.split("\n").filter((line) => line.includes("{time}"));
    expect(timed).toHaveLength(3);
    // Some of the texts keep the words of the zone together by spaces at which no line breaks.
    const zone = payTextsIn(language).t("link.turkishTime").replace(/\s/g, " ");
    for (const line of timed) expect(line.replace(/\s/g, " ")).toContain(zone);
  });

  test("name the language, its direction, and a locale that writes Latin digits", () => {
    const { name, direction, locale } = payTextsIn(language);
    expect(name).toMatch(/^\p{L}{3,}/u);
    expect(direction).toBe(["ar", "fa", "he", "ur"].includes(language) ? "rtl" : "ltr");
    expect(locale.split("-")[0]).toBe(language);
    expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale]);
    expect(new Intl.NumberFormat(locale, { useGrouping: false }).format(1234567890)).toBe("1234567890");
    expect(new Intl.DateTimeFormat(locale, { year: "numeric" }).format(new Date("2026-06-01"))).toContain("2026");
  });
});
