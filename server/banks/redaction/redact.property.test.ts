import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { groupDigits } from "@/server/domain/card";
import { trustCard } from "@/server/domain/payments/card-form";
import { Secret } from "@/server/domain/secret";
import { pans } from "@/server/testing/banks/card-numbers";
import { countCases } from "@/server/testing/run/cases";
import type { BankAccount, BankOrder, Operation } from "../bank";
import { buildXml, encodeForm } from "../wire";
import { collectSecrets, redactBody, redactFields } from "./redact";

/** Characters that XML, JSON, addresses or patterns escape, and letters that differ between charsets. */
const signs = fc.constantFrom(...`abcXYZ0189&<>"'%+=;:/\\|.*?()[]{}$^#~- ğüşıöçİĞÜŞÖÇ`);
/** Secrets that are long enough not to occur by chance in the rest of a message. */
const secretTexts = fc
  .array(signs, { minLength: 6, maxLength: 24 })
  .map((each) => each.join("").trim())
  .filter((text) => text.length >= 6 && !/^[\s.]*$/.test(text));
const shortTexts = fc
  .array(signs, { minLength: 1, maxLength: 3 })
  .map((each) => each.join(""))
  .filter((text) => text.trim() !== "");

const buildAccount = (password: string, storeKey: string): BankAccount => ({
  bank: "isbank",
  merchantId: "700655000200",
  terminalNo: "30691298",
  user: "PROVAUT",
  password: new Secret(password),
  storeKey: new Secret(storeKey),
  endpoints: { gate: "https://bank.test/gate", api: "https://bank.test/api" },
});

const order: BankOrder = {
  orderId: "ABCDEFGHJKLMNPQRST23",
  amountKurus: 10_025n,
  installment: 3,
  language: "tr",
  callbackUrl: "https://pay.test/3ds/callback/x",
  nonce: "NONCE",
  buyerIp: "192.0.2.1",
};
const capture = (proofs: Readonly<Record<string, string>>): Operation => ({ kind: "capture", order, proofs });

/** Expects that no part of the card number is visible that is longer than the allowed digits. */
function expectNoCard(text: string, pan: string): void {
  const digits = text.replace(/[\s.+_-]/g, "");
  for (let at = 0; at + 11 <= pan.length; at += 1) expect(digits).not.toContain(pan.slice(at, at + 11));
}

const dashed = (pan: string) => groupDigits(pan).replaceAll(" ", "-");
const amongNumbers = (pan: string) => `12 ${groupDigits(pan)} 30`;
const ways: readonly ((pan: string) => string)[] = [
  (pan) => pan,
  groupDigits,
  dashed,
  (pan) => `1${pan}`,
  (pan) => `${pan}1226`,
  amongNumbers,
];
const written = fc.tuple(pans, fc.constantFrom(...ways));
const charsets = fc.constantFrom("utf8", "windows-1254", "utf-16le");
const markupTypes = ["text/xml", "text/xml; charset=iso-8859-9", "text/html; charset=utf-8"];
const otherTypes = ["application/json", "text/plain", "application/x-www-form-urlencoded"];
const contentTypes = fc.constantFrom("", ...markupTypes, ...otherTypes);

/** Messages that contain a text, in every shape of a bank's answer. */
const shapes: readonly ((text: string) => string)[] = [
  (text) => buildText(text),
  (text) => `<html><body><h1>Error</h1><p>Rejected: ${escaped(text)}</p><input value="${escaped(text)}"></body></html>`,
  (text) => JSON.stringify({ error: { code: "E1", message: text }, other: text, list: [text, { message: text }] }),
  (text) => `ProcReturnCode=99;;ErrMsg=${text};;Other=${text}`,
  (text) => `Something went wrong: ${text}`,
  (text) => `ErrMsg=${encodeURIComponent(text)}&Other=${encodeURIComponent(text)}`,
  (text) => `${text}<p>${escaped(text)}`,
];
const anyShape = fc.constantFrom(...shapes);
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const buildText = (text: string) =>
  Buffer.from(
    buildXml(
      "CC5Response",
      [
        ["ErrMsg", text],
        ["Unknown", text],
        ["Extra", [["HOSTMSG", text]]],
      ],
      "utf-8",
    ),
  ).toString();

describe("shows no card number", () => {
  test("of an answer of any shape, complete or cut, in any charset, with any content type", () => {
    fc.assert(
      fc.property(
        written,
        anyShape,
        charsets,
        contentTypes,
        fc.integer({ min: 0, max: 1_000 }),
        ([pan, way], shape, charset, contentType, keptPermille) => {
          const body = iconv.encode(shape(way(pan)), charset);
          const secrets = collectSecrets(buildAccount("password-1", "store-key-1"));
          for (const part of [body, body.subarray(0, Math.ceil((body.length * keptPermille) / 1_000))])
            expectNoCard(redactBody(part, contentType, secrets), pan);
        },
      ),
      {
        numRuns: countCases(250, 10_000),
        // Cut after the separator behind the twelfth digit; earlier code showed all twelve digits.
        examples: [
          [["8613313929395365", dashed], shapes[6], "utf8", "", 341],
          [["3959921613185831989", amongNumbers], shapes[4], "utf8", "", 764],
        ],
      },
    );
  }, 60_000);

  test("of a form, under any name, in a sentence, or as a field's name", () => {
    const names = fc.constantFrom("pan", "cardnumber", "ErrMsg", "oid", "MaskedPan", "okUrl", "DATA", "xid", "x");
    fc.assert(
      fc.property(written, names, ([pan, way], name) => {
        const secrets = collectSecrets(buildAccount("password-1", "store-key-1"));
        const fields = [
          [name, way(pan)],
          [name, `text ${way(pan)} text`],
          [way(pan), "1"],
        ] as const;
        // A reference of digits is shown unless it can be a card number, because banks' references are as long as one.
        if (name === "oid" && (/^[01]|^20/.test(way(pan)) || way !== ways[0])) return;
        expectNoCard(redactFields(fields, secrets), pan);
        expectNoCard(redactBody(encodeForm(fields), "application/x-www-form-urlencoded", secrets), pan);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test("of the card that was sent, also when the answer breaks off within it", () => {
    fc.assert(
      fc.property(pans, fc.integer({ min: 0, max: 19 }), (pan, kept) => {
        const card = trustCard({
          pan: new Secret(pan),
          expireMonth: "12",
          expireYear: "30",
          cv2: new Secret("987"),
        });
        const prepare: Operation = { kind: "prepare", order, card };
        const secrets = collectSecrets(buildAccount("password-1", "store-key-1"), prepare);
        const text = `<posnetResponse><respText>KART ${pan.slice(0, kept)}`;
        expectNoCard(redactBody(Buffer.from(text), "text/xml", secrets), pan);
      }),
    );
  }, 60_000);
});

describe("shows no secret, whatever its characters", () => {
  test("of an answer of any shape, also when read in the wrong charset", () => {
    fc.assert(
      fc.property(
        secretTexts,
        secretTexts,
        secretTexts,
        anyShape,
        charsets,
        contentTypes,
        (password, storeKey, proof, shape, charset, contentType) => {
          const secrets = collectSecrets(buildAccount(password, storeKey), capture({ md: proof }));
          const all = [password, storeKey, proof];
          const body = iconv.encode(shape(all.join(" and ")), charset);
          const text = redactBody(body, contentType, secrets);
          for (const secret of all) expect(text.replaceAll("[redacted]", "")).not.toContain(secret);
        },
      ),
      { numRuns: 150 },
    );
  }, 60_000);

  test("of a request, in an element or field that is not on the list, however short the value", () => {
    fc.assert(
      fc.property(fc.oneof(secretTexts, shortTexts), (secret) => {
        const secrets = collectSecrets(buildAccount(secret, secret), capture({ md: secret, eci: secret }));
        const content = [
          ["Password", secret],
          ["OrderId", "A-1"],
          ["Card", [["CVV2", secret]]],
        ] as const;
        const xml = buildXml("CC5Request", content, "iso-8859-9");
        const text = redactBody(xml, "text/xml", secrets);
        expect(text).toMatch(/<Password>\[redacted\]<\/Password>/);
        expect(text).toMatch(/<CVV2>\[redacted\]<\/CVV2>/);
        const fields = [
          ["hash", secret],
          ["md", secret],
          ["cv2", secret],
          ["x", secret],
        ] as const;
        const lines = redactFields(fields, secrets).split("\n");
        expect(lines.map((line) => line.slice(line.indexOf("=") + 1))).toEqual(Array(4).fill("[redacted]"));
      }),
    );
  }, 60_000);

  test("of a message that is cut inside the secret", () => {
    fc.assert(
      fc.property(secretTexts, fc.integer({ min: -30, max: 30 }), fc.constantFrom(8_000, 24_000), (secret, by, at) => {
        const secrets = collectSecrets(buildAccount(secret, secret));
        const start = "<CC5Response><ErrMsg>";
        const text = `${start}${" x".repeat((at + by - start.length) / 2)}${escaped(secret)}</ErrMsg>${"y".repeat(30_000)}`;
        const shown = redactBody(Buffer.from(text), "text/xml", secrets);
        const last = shown.replace("… (cut)", "").replaceAll(/[ x]/g, "").slice(-6);
        expect(secret.replaceAll(/[ x]/g, "").slice(0, 6)).not.toBe(last);
        expect(shown).not.toContain(secret);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

describe("never throws and never takes long", () => {
  const million = 1_000_000;
  const hostile: [string, string][] = [
    ["digits", "4".repeat(million)],
    ["spaced digits", "4 ".repeat(million / 2)],
    ["angle brackets", "<".repeat(million)],
    ["ends", "</".repeat(million / 2)],
    ["nested elements", "<a>".repeat(million / 3)],
    ["elements that are never closed", "<OrderId>".repeat(million / 9)],
    ["open quotes", '<a "'.repeat(million / 4)],
    ["comments", "<!--".repeat(million / 4)],
    ["CDATA", "<![CDATA[".repeat(million / 9)],
    ["references", `<x>${"&#x34;".repeat(million / 6)}`],
    ["ampersands", "&".repeat(million)],
    ["equals", "a=".repeat(million / 2)],
    ["brackets", "[{".repeat(million / 2)],
    ["quotes", `[${'"'.repeat(million)}`],
    ["backslashes", `["${"\\".repeat(million - 1)}`],
    ["letters", "a".repeat(million)],
    ["spaces", " ".repeat(million)],
    ["colons", `cvv${":".repeat(million)}`],
    ["percent signs", "%3".repeat(million / 2)],
    ["NULs", "\0".repeat(million)],
  ];
  const secrets = collectSecrets(
    buildAccount("password & <1> şifre", "s".repeat(200)),
    capture({ md: "4".repeat(900) }),
  );

  test.each(hostile)("a megabyte of %s", (_, text) => {
    const before = process.cpuUsage();
    for (const contentType of ["text/xml", "application/x-www-form-urlencoded"]) {
      for (const body of [text, `<CC5Response><ErrMsg>${text}`, `DATA=${text}`, `{"message": "${text}`]) {
        const shown = redactBody(Buffer.from(body), contentType, secrets);
        expect(shown.length).toBeLessThan(8_100);
      }
    }
    expect(redactFields(Array(500).fill(["ErrMsg", text.slice(0, 10_000)]), secrets).length).toBeLessThan(8_100);
    expect(process.cpuUsage(before).user / 1_000, "ms of the processor").toBeLessThan(9 * 300);
  });

  test("returns text that terminals and databases accept, for any bytes and content type", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), contentTypes, (body, contentType) => {
        const shown = redactBody(body, contentType, secrets);
        expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Co}]/u);
        expect(Buffer.from(shown).toString()).toBe(shown);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
