import { describe, expect, test } from "vitest";
import { type MailContent, type MailKind, mailSchemas, readMailContent } from "@/server/domain/mail/mail-content";
import { renderMail } from "./render";

const url = "https://panel.example.com/panel/invitation#abc";
const until = "2026-11-27T09:05:00.000Z";
const occurrence = { door: "panel", at: until, browser: "Firefox, Linux", sourceIp: "192.0.2.7" } as const;

/** A mail of each template. */
const samples: { readonly [K in MailKind]: Extract<MailContent, { kind: K }> } = {
  panel_invitation: {
    kind: "panel_invitation",
    values: { account: "Kahve & Kek", inviter: "Ayşe Yılmaz", role: "finance", url, until },
  },
  staff_invitation: { kind: "staff_invitation", values: { url, until } },
  address_proof: { kind: "address_proof", values: { door: "staff", url, until } },
  password_reset: { kind: "password_reset", values: { door: "panel", url, until } },
  device_link: { kind: "device_link", values: { door: "panel", url, until } },
  many_attempts: { kind: "many_attempts", values: { door: "staff", at: until, attempts: 12 } },
  password_changed: { kind: "password_changed", values: { ...occurrence, how: "link" } },
  second_factor_on: { kind: "second_factor_on", values: occurrence },
  second_factor_off: { kind: "second_factor_off", values: occurrence },
  recovery_codes_renewed: { kind: "recovery_codes_renewed", values: occurrence },
  passkey_added: { kind: "passkey_added", values: occurrence },
  passkey_removed: { kind: "passkey_removed", values: occurrence },
  new_device: { kind: "new_device", values: { ...occurrence, browser: null } },
  card_testing: {
    kind: "card_testing",
    values: { account: "Kahve & Kek", scope: "link", number: "12", bin: null, refusals: 21, url },
  },
  chargeback: {
    kind: "chargeback",
    values: { account: "Kahve & Kek", paymentCode: "pay_01", amount: 125_050, respondBy: "2026-12-05", url },
  },
  key_ends: {
    kind: "key_ends",
    values: { account: "Kahve & Kek", name: "Kasa", prefix: "vz_live_1a2b", endsAt: until, url },
  },
  incident: {
    kind: "incident",
    values: {
      kind: "bank_down",
      opened: 1,
      returned: 1,
      resolved: 1,
      open: 2,
      at: until,
      url,
      incidents: [
        { subject: "bank.example.com", change: "opened", detail: "No connection succeeds", since: until },
        { subject: "alr_1", change: "resolved", detail: null, since: until },
      ],
      runbook: "https://panel.example.com/staff/runbook#bank_down",
    },
  },
  audit_heads: { kind: "audit_heads", values: { at: until, heads: [{ scope: "staff", entry: "7 a1 abc" }] } },
};

const all = Object.values(samples).flatMap((content) =>
  (["tr", "en"] as const).map((language) => ({ content, language })),
);

describe.each(all)("a mail $content.kind in $language", ({ content, language }) => {
  const { subject, text, html } = renderMail(content, language);

  test("says the same as text and as HTML, in whole sentences", () => {
    const read = toText(html);
    const lines = text.split("\n").filter((line) => line !== "" && line !== "--");
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) for (const part of line.split(": ")) expect(read).toContain(part.replace(/:$/, ""));
    expect(read).toContain(subject);
    expect(html).toContain(`<html lang="${language}"`);
    expect(`${subject} ${text}`).not.toMatch(/[{}]|undefined|null|(?:^|\s)mail\.\w/);
  });

  test("has a link that is also written out where there is something to do, and loads nothing", () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
    expect(links).toEqual("url" in content.values ? [url, url] : []);
    expect(text.includes(url)).toBe("url" in content.values);
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|url\(|@import/i);
  });
});

/** Reads a document as a person does: without its head and its tags. */
const toText = (html: string): string =>
  html
    .slice(html.indexOf("<body>"))
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

test.each(Object.values(samples))("escapes every value of $kind", ({ kind, values }) => {
  const evil = `<img src=x>&"'\r\nBcc: all@example.com`;
  const replaced = Object.entries(values).map(([name, value]) => {
    const isFree = ["account", "inviter", "url", "browser", "sourceIp"].includes(name);
    return [name, isFree ? evil : value];
  });
  const { subject, html } = renderMail(readMailContent(kind, Object.fromEntries(replaced)), "en");
  expect(html).not.toContain("<img");
  expect(html).not.toContain(`&"'`);
  expect(subject).not.toMatch(/[\r\n]/);
});

test("writes instants in the time of Türkiye and in words of the language", () => {
  expect(renderMail(samples.password_reset, "tr").text).toContain("27 Kasım 2026 12:05");
  expect(renderMail(samples.password_reset, "en").text).toContain("27 November 2026 at 12:05");
});

test("names the role, the account and the inviter, or no inviter", () => {
  const { values } = samples.panel_invitation;
  expect(renderMail(samples.panel_invitation, "tr").text).toContain("Ayşe Yılmaz sizi Kahve & Kek");
  const byOperator = renderMail({ kind: "panel_invitation", values: { ...values, inviter: null } }, "tr").text;
  expect(byOperator).toContain("Kahve & Kek üye işyerinin Vezne paneline davet edildiniz.");
});

test("a notice of the operator's reset has no browser and no address", () => {
  const values = { ...occurrence, how: "operator", sourceIp: null } as const;
  expect(renderMail({ kind: "password_changed", values }, "en").text).not.toMatch(/Browser|IP address/);
});

test("stored values are refused where the template is unknown or a value is missing", () => {
  expect(() => readMailContent("toString", {})).toThrow("No template of a mail is named toString");
  expect(() => readMailContent("password_reset", { url, until })).toThrow();
  expect(Object.keys(mailSchemas)).toEqual(Object.keys(samples));
});
