import { expect, test } from "vitest";
import { withRequest } from "@/server/request-store";
import { traceId } from "@/server/testing/doors/requests";
import { buyerPageLanguage, pageLanguage } from "./page-language";

const facts = {
  sourceIp: "192.0.2.1",
  traceId,
  nonce: "",
  origin: "pay",
  method: "GET",
  pageStatus: null,
} as const;

test.each([
  ["/l/abc?lang=en", "tr", "en"],
  ["/l/abc?again=1&lang=tr", "en", "tr"],
  ["/l/abc?lang=de", "en-GB,en;q=0.9", "en"],
  ["/l/abc?lang=en&lang=tr", "tr", "en"],
  ["/l/lang=en", "de", "tr"],
  ["/l/abc", "en", "en"],
  ["/l/abc?", "", "tr"],
])("%s for a browser that prefers %j is in %s", (target, accepted, language) => {
  const headers = new Headers({ "accept-language": accepted });
  expect(withRequest({ ...facts, target }, () => pageLanguage(headers))).toBe(language);
});

test("the browser's preference decides without the product's own server", () => {
  expect(pageLanguage(new Headers({ "accept-language": "en" }))).toBe("en");
});

test.each([
  ["/l/abc?lang=de", "tr", "de"],
  ["/l/abc?again=1&lang=ar", "en", "ar"],
  ["/l/abc?lang=xx", "uk-UA,uk;q=0.9", "uk"],
  ["/l/abc?lang=", "fr", "en"],
  ["/l/lang=de", "*", "tr"],
])(
  "%s for a buyer whose browser prefers %j is in %s, whatever was chosen in the panel",
  (target, accepted, language) => {
    const headers = new Headers({ "accept-language": accepted, cookie: "vezne-language=en" });
    expect(withRequest({ ...facts, target }, () => buyerPageLanguage(headers))).toBe(language);
  },
);
