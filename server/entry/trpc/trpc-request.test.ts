import { expect, test } from "vitest";
import { isFromOurPage } from "./trpc-request";

const ours = {
  origin: "https://panel.test",
  "x-vezne-page": "1",
  "content-type": "application/json",
  "sec-fetch-site": "same-origin",
};

/** Returns whether a change with these headers is accepted; null removes a header. */
const isAccepted = (changes: Readonly<Record<string, string | null>>): boolean => {
  const sent = Object.entries({ ...ours, ...changes }).filter((pair): pair is [string, string] => !!pair[1]);
  const headers = new Headers(sent);
  return isFromOurPage({ headers } as Request, "https://panel.test");
};

test.each([{}, { "sec-fetch-site": null }, { "content-type": "application/json; charset=utf-8" }])(
  "accepts a change from one of the product's own pages: %j",
  (changes) => {
    expect(isAccepted(changes)).toBe(true);
  },
);

test.each([
  { origin: null },
  { origin: "null" },
  { origin: "https://evil.test" },
  { origin: "http://panel.test" },
  { origin: "https://panel.test:8443" },
  { origin: "https://panel.test.evil.test" },
  { "x-vezne-page": null },
  { "x-vezne-page": "0" },
  { "content-type": null },
  { "content-type": "text/plain" },
  { "content-type": "application/jsonp" },
  { "content-type": "multipart/form-data" },
  { "content-type": "text/plain; application/json" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" },
])("refuses a change from anywhere else: %j", (changes) => {
  expect(isAccepted(changes)).toBe(false);
});
