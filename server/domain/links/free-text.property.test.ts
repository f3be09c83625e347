import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSensitiveText } from "../sensitive-text";
import { checkRedirectUrl, redirectTarget } from "../web/redirect-url";

const separator = fc.constantFrom(
  "",
  "",
  " ",
  "-",
  "\u00a0",
  "\u2009",
  "\u2013",
  "\u2212",
  "\u200b",
  "\ufeff",
  "\u00ad",
);
/** The text with separators of any kind before, between and after its characters. */
const spread = (text: string) =>
  fc
    .array(separator, { minLength: text.length + 1, maxLength: text.length + 1 })
    .map((gaps) => [...text].map((character, i) => gaps[i] + character).join("") + gaps.at(-1));
const digitText = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });

describe("isSensitiveText", () => {
  test("true for a card number with any separators", () =>
    fc.assert(
      fc.property(digitText(13, 19).chain(spread), (text) => {
        expect(isSensitiveText(text)).toBe(true);
      }),
    ));
  test("true for a Turkish IBAN with any separators and in any case", () => {
    const iban = fc.tuple(fc.constantFrom("TR", "tr", "Tr", "tR"), digitText(24, 24));
    return fc.assert(
      fc.property(
        iban.chain(([country, digits]) => spread(country + digits)),
        (text) => {
          expect(isSensitiveText(text)).toBe(true);
        },
      ),
    );
  });
  test("false with another word before or after the number", () => {
    // Without the dot, "no" and thirteen digits would be a valid Norwegian IBAN once in a hundred times.
    const word = fc.constantFrom("no.", "kart", "ş", "IBAN:", "#", ".", "son kullanma 12/30");
    return fc.assert(
      fc.property(digitText(13, 19).chain(spread), word, fc.boolean(), (number, other, isBefore) => {
        expect(isSensitiveText(isBefore ? `${other} ${number}` : `${number} ${other}`)).toBe(false);
      }),
    );
  });
  test("false with fewer or more digits", () =>
    fc.assert(
      fc.property(fc.oneof(digitText(0, 12), digitText(20, 40)).chain(spread), (text) => {
        expect(isSensitiveText(text)).toBe(false);
      }),
    ));
});

describe("redirectTarget", () => {
  const part = fc.stringMatching(/^[a-z0-9._~!$&'()*+,;=:@-]{1,8}$/);
  const base = fc
    .record({
      scheme: fc.constantFrom("http", "https", "HTTPS"),
      host: fc.constantFrom("shop.example", "Shop.Example:8443", "127.0.0.1:9", "[::1]:3000", "çiçek.example"),
      path: fc.array(fc.oneof(part, fc.constantFrom("a%2Fb", "ödeme", "")), { maxLength: 4 }),
      end: fc.constantFrom("", "/", "//"),
      query: fc.option(fc.array(part, { maxLength: 3 }), { nil: null }),
      fragment: fc.option(part, { nil: null }),
    })
    .map(({ scheme, host, path, end, query, fragment }) =>
      [
        `${scheme}://${host}`,
        ...path.map((each) => `/${each}`),
        path.length === 0 && end === "" ? "" : end,
        query ? `?${query.join("&")}` : "",
        fragment ? `#${fragment}` : "",
      ].join(""),
    )
    .filter((url) => checkRedirectUrl(url, []) === null);

  test("keeps the origin and the query, drops the fragment, and appends the result to the path", () =>
    fc.assert(
      fc.property(base, fc.constantFrom("success" as const, "failure" as const), (redirectUrl, result) => {
        const [sent, target] = [new URL(redirectUrl), new URL(redirectTarget(redirectUrl, result))];
        expect(target.origin).toBe(sent.origin);
        expect(target.search).toBe(sent.search);
        expect([target.hash, target.username, target.password]).toEqual(["", "", ""]);
        expect(target.pathname).toBe(`${sent.pathname.replace(/\/+$/, "")}/payment/${result}`);
      }),
    ));
  test("returns an address that checkRedirectUrl accepts", () =>
    fc.assert(
      fc.property(base, (redirectUrl) => {
        const target = redirectTarget(redirectUrl, "success");
        fc.pre(target.length <= 2048);
        expect(checkRedirectUrl(target, [new URL(redirectUrl).hostname])).toBeNull();
      }),
    ));
});
