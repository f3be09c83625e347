import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Message } from "../answer";
import type { StoredAuthentication } from "../records/authentications";
import { challengePage, noticePage, returnPage } from "./pages";

const authentication: StoredAuthentication = {
  reference: "REFERENCE",
  protocol: "nestpay",
  shop: "600218000",
  orderId: "ORDER1",
  amountKurus: 125_050n,
  installment: 1,
  language: "tr",
  maskedPan: "552879******0008",
  scheme: "mastercard",
  issuer: "Halkbank",
  outcome: "approved",
  proofKey: "md",
  proofs: {},
  sent: [],
  buyerIp: "127.0.0.1",
  state: "waiting",
  callback: null,
  isUsed: false,
};

const readText = ({ body }: Message) => Buffer.from(body).toString("utf8");
const readPolicy = ({ headers }: Message) => headers["content-security-policy"] ?? "";

describe("the 3-D Secure page", () => {
  const turkish = readText(challengePage(authentication, "Demo <Mağaza>", "tr"));

  test("shows the merchant, the amount and the masked card, and says that it is a simulation", () => {
    for (const shown of ["Demo &#60;Mağaza&#62;", "600218000", "1.250,50 TL", "5528 79** **** 0008"]) {
      expect(turkish).toContain(shown);
    }
    expect(turkish).toContain("Bu bir banka benzetimidir");
    expect(turkish).not.toContain("<Mağaza>");
  });

  test("has both languages, and each page links to the other", () => {
    const english = readText(challengePage(authentication, "Demo", "en"));
    expect(english).toContain('<html lang="en">');
    expect(english).toContain("TRY 1,250.50");
    expect(english).toContain('href="/3ds/REFERENCE?lang=tr"');
    expect(turkish).toContain('<html lang="tr">');
    expect(turkish).toContain('href="/3ds/REFERENCE?lang=en"');
  });

  test("has a label for its field, a cancel button that needs no code, and no script", () => {
    expect(turkish).toContain('<label for="code">');
    expect(turkish).toMatch(/<input id="code" name="code"[^>]* required/);
    expect(turkish).toMatch(/value="cancel"[^>]* formnovalidate/);
    expect(turkish).not.toContain("<script");
  });
});

describe("the page that returns to the merchant", () => {
  const form = { action: "https://shop.example/cb?a=1&b=2", fields: [["submit", '"><b>']] as const };
  const page = returnPage(form, "tr");

  test("posts the unchanged fields by its script or by a button", () => {
    expect(readText(page)).toContain('action="https://shop.example/cb?a=1&#38;b=2"');
    expect(readText(page)).toContain('<input type="hidden" name="submit" value="&#34;&#62;&#60;b&#62;">');
    expect(readText(page)).toContain('<noscript><button type="submit">Üye işyerine dön</button></noscript>');
  });

  test("allows every form target, because browsers apply the policy to the merchant's redirect too", () => {
    expect(readPolicy(page)).toContain("form-action http: https:");
  });
});

test("allows exactly the style and the script of the page in its policy", () => {
  const pages = [
    challengePage(authentication, "Demo", "tr"),
    returnPage({ action: "https://shop.example/", fields: [] }, "en"),
    noticePage("over", "tr"),
  ];
  for (const page of pages) {
    const inline = [...readText(page).matchAll(/<(?:style|script)>([\s\S]*?)<\/(?:style|script)>/g)];
    const hashes = inline.map(([, source]) => createHash("sha256").update(source!).digest("base64"));
    expect(readPolicy(page).match(/sha256-[^']+/g)).toEqual(hashes.map((hash) => `sha256-${hash}`));
    expect(readPolicy(page)).toMatch(/^default-src 'none';.*base-uri 'none'; frame-ancestors 'none'$/);
    expect(readPolicy(page)).not.toContain("unsafe");
  }
});

test("has its own status for each notice", () => {
  const statuses = (["undelivered", "over", "unknown", "refused"] as const).map(
    (notice) => noticePage(notice, "en").status,
  );
  expect(statuses).toEqual([200, 410, 404, 400]);
});
