import { expect, test } from "vitest";
import { stripLinkHeader, stripScripts } from "./strip-scripts";

const ours = '<script type="module" src="/assets/card-form.3f2a.js" integrity="sha384-abc" nonce="n"></script>';

test("removes the framework's scripts, data and hints, and keeps the product's script", () => {
  const html = [
    '<head><link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/>',
    '<link rel="modulepreload" href="/_next/static/chunks/b.js"/>',
    '<link rel="prefetch" as="script" href="/_next/static/chunks/d.js"/>',
    '<link rel="stylesheet" href="/_next/static/c.css" nonce="n"/>',
    '<link rel="preload" as="image" href="/logo.svg"/>',
    '<script src="/_next/static/chunks/a.js" async="" nonce="n"></script></head>',
    `<body><form></form>${ours}`,
    '<script nonce="n">(self.__next_f=self.__next_f||[]).push([0])</script>',
    '<script nonce="n">self.__next_f.push([1,"<div>\\u003c/script> payerName"])</script>',
    "<SCRIPT>\nrequestAnimationFrame(function(){$RT=performance.now()})\n</SCRIPT></body>",
  ].join("");
  expect(stripScripts(html)).toBe(
    `<head><link rel="stylesheet" href="/_next/static/c.css" nonce="n"/><link rel="preload" as="image" href="/logo.svg"/></head><body><form></form>${ours}</body>`,
  );
});

test.each([
  ["ours without an integrity hash", '<script src="/assets/x.js"></script>'],
  ["another host's with a hash", '<script src="https://cdn.example/assets/x.js" integrity="sha384-x"></script>'],
  ["an inline one with a hash", '<script integrity="sha384-x">x()</script>'],
  ["one that names /assets/ elsewhere", '<script data-src="/assets/x.js" integrity="sha384-x"></script>'],
])("removes %s", (_, script) => {
  expect(stripScripts(`<p>a</p>${script}`)).toBe("<p>a</p>");
});

test("keeps text about scripts", () => {
  const html = "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>";
  expect(stripScripts(html)).toBe(html);
});

test("keeps entries of the Link header that fetch no script", () => {
  const value = '</_next/a.css>; rel=preload; as="style", </_next/b.js>; rel=preload; as="script"';
  expect(stripLinkHeader(value)).toBe('</_next/a.css>; rel=preload; as="style"');
  expect(stripLinkHeader("</b.js>; rel=modulepreload")).toBe("");
});
