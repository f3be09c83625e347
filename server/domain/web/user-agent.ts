/**
 * A browser and its operating system by their user agent. The list of sessions shows them, so that people recognise
 * theirs.
 */
export interface BrowserName {
  readonly browser: (typeof browsers)[number][0] | null;
  readonly system: (typeof systems)[number][0] | null;
}

/** The first match wins, because most browsers also name other browsers in their user agent. */
const browsers = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\/|\bOpera\b/],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Yandex", /\bYaBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:HeadlessChrome|Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
] as const;

const systems = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMacintosh\b|\bMac OS X\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
] as const;

export const detectBrowser = (userAgent: string): BrowserName => ({
  browser: browsers.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null,
  system: systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null,
});
