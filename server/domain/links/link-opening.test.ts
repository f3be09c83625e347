import { describe, expect, test } from "vitest";
import { isBuyerOpening } from "./link-opening";

const chrome =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36";

const isOpened = (headers: Record<string, string>, method = "GET"): boolean =>
  isBuyerOpening(method, (name) => headers[name] ?? null);

describe("true for a buyer who opens the page", () => {
  test.each([
    ["with a browser", { "user-agent": chrome, "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" }],
    ["with curl", { "user-agent": "curl/8.14.1" }],
    ["with Node's fetch", { "user-agent": "node", "sec-fetch-mode": "cors" }],
    ["without a user agent", {}],
    ["from a phone whose name contains 'bot'", { "user-agent": `${chrome} CUBOT_X70 Build/TP1A` }],
    ["inside Pinterest", { "user-agent": `${chrome} [Pinterest/Android]` }],
    ["inside LinkedIn", { "user-agent": `${chrome} LinkedInApp` }],
    ["inside Facebook", { "user-agent": `${chrome} [FBAN/FB4A;FBAV/480.0]` }],
    ["inside Line", { "user-agent": `${chrome} Line/13.4.2` }],
    ["inside Snapchat", { "user-agent": `${chrome} Snapchat/12.90` }],
  ])("%s", (_, headers) => {
    expect(isOpened(headers)).toBe(true);
  });
});

describe("false for other requests", () => {
  test.each(["HEAD", "POST", "OPTIONS"])("with the method %s", (method) => {
    expect(isOpened({ "user-agent": chrome }, method)).toBe(false);
  });

  test.each([
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["sec-purpose", "prefetch;anonymous-client-ip"],
    ["sec-purpose", "prerender"],
    ["purpose", "prefetch"],
    ["purpose", "prerender"],
    ["x-purpose", "preview"],
    ["x-moz", "prefetch"],
  ])("for a prefetch with %s: %s", (name, value) => {
    expect(isOpened({ "user-agent": chrome, "sec-fetch-dest": "document", [name]: value })).toBe(false);
  });

  test.each(["image", "iframe", "empty", "script"])("with the destination %s", (destination) => {
    expect(isOpened({ "user-agent": chrome, "sec-fetch-dest": destination })).toBe(false);
  });

  test.each([
    "WhatsApp/2.23.20.0 A",
    "Signal-Android/7.20.2 Android/34",
    "BiP/3.95.10",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "meta-externalagent/1.1",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Twitterbot/1.0",
    "TelegramBot (like TwitterBot)",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
    "SkypeUriPreview Preview/0.5",
    "Mozilla/4.0 (compatible; ms-office; MSOffice 16)",
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; WOW64; Trident/7.0; MSOffice 12)",
    "Microsoft Office Existence Discovery",
    "Microsoft Office Protocol Discovery",
    "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)",
    "Mozilla/5.0 (compatible; SafeLinks)",
    "Viber/20.0",
    "Pinterest/0.2 (+https://www.pinterest.com/bot.html)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/116 Safari/537.36",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b",
    "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1)",
    "Mozilla/5.0 (compatible; YandexBot/3.0)",
    "Some-Link-Preview/1.0",
  ])("by a preview or an indexer: %s", (userAgent) => {
    expect(isOpened({ "user-agent": userAgent, "sec-fetch-dest": "document" })).toBe(false);
  });
});
