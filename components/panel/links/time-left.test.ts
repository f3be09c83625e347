import { expect, test } from "vitest";
import { translatorFor } from "@/messages/translate";
import { timeLeftText } from "./time-left";

const minute = 60_000;

test.each([
  [7 * 1440 * minute, "7 gün", "7 d"],
  [7 * 1440 * minute - 1, "7 gün", "7 d"],
  [(6 * 1440 + 4 * 60 + 9) * minute, "6 gün 4 saat", "6 d 4 h"],
  [200 * minute, "3 saat 20 dk", "3 h 20 min"],
  [1, "1 dk", "1 min"],
  [0, "0 dk", "0 min"],
  [-5 * minute, "0 dk", "0 min"],
])("formats %s ms in its two largest units", (ms, turkish, english) => {
  expect(timeLeftText(ms, translatorFor("tr", "panel.timeLeft"))).toBe(turkish);
  expect(timeLeftText(ms, translatorFor("en", "panel.timeLeft"))).toBe(english);
});
