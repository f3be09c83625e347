import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { Secret } from "../secret";
import { checkCard } from "./card-form";

const now = new Date("2026-11-20T09:00:00.000Z");
const good = { pan: "5528 7900 0000 0008", expireMonth: "12", expireYear: "30", cv2: "123" };

function check(changes: Partial<typeof good> = {}, at = now) {
  const raw = { ...good, ...changes };
  return checkCard({ ...raw, pan: new Secret(raw.pan), cv2: new Secret(raw.cv2) }, at);
}
const findErrors = (changes: Partial<typeof good>, at = now) => {
  const result = check(changes, at);
  return "errors" in result ? result.errors : {};
};

describe("checkCard", () => {
  it("returns the card with digits only, still wrapped as a secret", () => {
    const result = check();
    if (!("card" in result)) throw new Error("expected a card");
    expect(result.card.pan.reveal()).toBe("5528790000000008");
    expect(result.card).toMatchObject({ expireMonth: "12", expireYear: "30" });
    expect(inspect(result)).not.toContain("5528");
    expect(() => JSON.stringify(result)).toThrow();
  });

  it("reports every empty field as missing", () => {
    expect(findErrors({ pan: " ", expireMonth: "", expireYear: "", cv2: "" })).toEqual({
      pan: "missing",
      expireMonth: "missing",
      expireYear: "missing",
      cv2: "missing",
    });
  });

  it.each([
    ["pan", "5528790000000009"],
    ["pan", "5528-7900-0000-0008"],
    ["pan", "552879000008"],
    ["expireMonth", "00"],
    ["expireMonth", "13"],
    ["expireMonth", "1"],
    ["expireMonth", "१२"],
    ["expireYear", "2030"],
    ["expireYear", "3"],
    ["cv2", "12"],
    ["cv2", "1234"],
    ["cv2", "12a"],
    ["cv2", "123\n"],
  ] as const)("reports %s %j as wrong", (field, value) => {
    expect(findErrors({ [field]: value })).toEqual({ [field]: "wrong" });
  });

  it("requires a security code of four digits for American Express", () => {
    expect(findErrors({ pan: "378282246310005", cv2: "123" })).toEqual({ cv2: "wrong" });
    expect(findErrors({ pan: "378282246310005", cv2: "1234" })).toEqual({});
  });

  it("reports an expired month and an expired year as past", () => {
    expect(findErrors({ expireMonth: "10", expireYear: "26" })).toEqual({ expireMonth: "past" });
    expect(findErrors({ expireMonth: "12", expireYear: "25" })).toEqual({ expireYear: "past" });
  });

  it("accepts a card until its month ends in Istanbul, not in UTC", () => {
    const lastMinute = new Date("2026-11-30T20:59:59.999Z");
    const december = new Date("2026-11-30T21:00:00.000Z");
    expect(findErrors({ expireMonth: "11", expireYear: "26" }, lastMinute)).toEqual({});
    expect(findErrors({ expireMonth: "11", expireYear: "26" }, december)).toEqual({ expireMonth: "past" });
  });
});
