import { expect, test } from "vitest";
import { writeTime } from "./day-file";

test("a time of the file has two digits for each day, month and hour, in Istanbul", () => {
  expect(writeTime(new Date("2026-12-03T06:05:04Z"))).toBe("03.12.2026 09:05:04");
  expect(writeTime(new Date("2026-11-30T21:00:00Z"))).toBe("01.12.2026 00:00:00");
});
