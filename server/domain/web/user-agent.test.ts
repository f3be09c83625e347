import { expect, test } from "vitest";
import { detectBrowser } from "./user-agent";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0";
const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android = "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [`${windows} Safari/537.36`, "Chrome", "Windows"],
  [`${windows} Safari/537.36 Edg/141.0.0.0`, "Edge", "Windows"],
  [`${windows} Safari/537.36 OPR/120.0.0.0`, "Opera", "Windows"],
  [`${windows} YaBrowser/25.1 Safari/537.36`, "Yandex", "Windows"],
  [`${iPhone} Version/19.0 Mobile/15E148 Safari/604.1`, "Safari", "iPhone"],
  [`${iPhone} CriOS/141.0 Mobile/15E148 Safari/604.1`, "Chrome", "iPhone"],
  [`${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, "Samsung Internet", "Android"],
  [`${mac} Version/19.0 Safari/605.1.15`, "Safari", "macOS"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  ["curl/8.9", null, null],
  ["", null, null],
])("detects %s as %s on %s", (userAgent, browser, system) =>
  expect(detectBrowser(userAgent)).toEqual({ browser, system }),
);
