import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import type { LinkState } from "@/server/domain/links/link-page";
import {
  buildRequest,
  closedStates,
  json,
  readErrorCode,
  summary,
  testDoor,
  token,
} from "@/server/testing/doors/link-door";
import { readLinkRequest } from "./link-request";
import { answerQr, qrCode } from "./qr";

const url = `https://pay.example/l/${token}`;

/** Returns the dark modules of a picture, row by row. */
function readModules(svg: string): boolean[][] {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const path = /fill="#000" d="([^"]*)"/.exec(svg)?.[1] ?? "";
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  return rows;
}

describe("the picture", () => {
  const svg = qrCode(url, "QR", "en");
  const rows = readModules(svg);

  it("shows every module of the code, inside a margin of four", () => {
    expect(rows).toEqual(encode(url, { ecc: "M", border: 4 }).data);
    const inner = rows.slice(4, -4).map((row) => row.slice(4, -4));
    expect(rows.flat().filter(Boolean).length).toBe(inner.flat().filter(Boolean).length);
    expect([inner[0], inner.at(-1)].map((row) => row?.slice(0, 7).every(Boolean))).toEqual([true, true]);
  });

  it("has error correction of level M and a white background", () => {
    expect(encode(url, { ecc: "M", border: 4 }).size).toBe(rows.length);
    expect(encode(url, { ecc: "L", border: 4 }).data).not.toEqual(rows);
    expect(svg).toContain(`<path fill="#fff" d="M0 0h${rows.length}v${rows.length}H0z"/>`);
  });

  it("has a name for screen readers, and nothing that runs or loads", () => {
    expect(svg).toContain('role="img" xml:lang="en"');
    expect(svg).toContain("<title>QR</title>");
    expect(svg).not.toMatch(/<script|href|style=|<image/);
  });
});

describe("the door", () => {
  const ask = async (state: LinkState | null, init: RequestInit = {}, query = "", to = token) => {
    const request = buildRequest(`qr.svg${query}`, init);
    const buildUrl = (sought: string) => `https://pay.example/l/${sought}`;
    const door = { ...testDoor().door, find: async () => state, buildUrl };
    return answerQr(request, readLinkRequest(request, to), door);
  };

  it.each([{ kind: "open", summary } as LinkState, ...closedStates])("200 in every state: $kind", async (state) => {
    const answer = await ask(state);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "image/svg+xml; charset=utf-8",
      "no-store",
    ]);
    expect(await answer.text()).toBe(qrCode(url, "Ödeme linkinin karekodu", "tr"));
  });

  it("200 in English on request, and without a body for HEAD", async () => {
    expect(await (await ask({ kind: "open", summary }, {}, "?lang=en")).text()).toContain(
      "QR code of the payment link",
    );
    const head = await ask({ kind: "open", summary }, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("200 with headers that forbid loading, caching and referrers", async () => {
    const { headers } = await ask({ kind: "open", summary });
    expect(Object.fromEntries(headers)).toEqual({
      "content-type": "image/svg+xml; charset=utf-8",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it("404 for a malformed token, which is not drawn", async () => {
    for (const to of ["x", `${token}A`, '"/><script>']) {
      const answer = await ask({ kind: "open", summary }, { headers: json }, "", to);
      expect([answer.status, await readErrorCode(answer)]).toEqual([404, "payment_link_not_found"]);
    }
  });

  it("404 when no link has the token, 405 for a method other than GET and HEAD", async () => {
    const missing = await ask(null, { headers: json });
    expect([missing.status, await readErrorCode(missing)]).toEqual([404, "payment_link_not_found"]);
    expect((await ask({ kind: "open", summary }, { method: "POST" })).status).toBe(405);
  });
});
