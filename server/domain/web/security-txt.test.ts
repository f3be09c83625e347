import { expect, test } from "vitest";
import { writeSecurityTxt } from "./security-txt";

const contact = "mailto:security@example.com";

test("names the contact, an end within a year, the languages, and each origin once", () => {
  const origins = ["https://api.example.com", "https://pay.example.com", "https://api.example.com"];
  expect(writeSecurityTxt({ contact, origins }, new Date("2026-11-26T08:00:00Z"))).toBe(
    [
      "Contact: mailto:security@example.com",
      "Expires: 2027-05-01T00:00:00.000Z",
      "Preferred-Languages: tr, en",
      "Canonical: https://api.example.com/.well-known/security.txt",
      "Canonical: https://pay.example.com/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});

test("is the same for every request of a month", () => {
  const write = (at: string) => writeSecurityTxt({ contact, origins: [] }, new Date(at));
  expect(write("2026-08-01T00:00:00Z")).toBe(write("2026-08-31T23:59:59Z"));
  expect(write("2026-09-01T00:00:00Z")).not.toBe(write("2026-08-31T23:59:59Z"));
});
