import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import type { LinkScene } from "@/server/domain/links/link-page";
import {
  closedScenes,
  codeOf,
  face,
  json,
  requestTo,
  testDoor,
  token,
} from "@/server/testing/doors/link-door";
import { linkVisitOf } from "./link-visit";
import { answerQr } from "./qr";
import { qrCode } from "./qr-code";

const url = `https://pay.example/l/${token}`;

/** The modules that a picture paints dark, row by row. */
function modulesOf(svg: string): boolean[][] {
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
  const rows = modulesOf(svg);

  it("shows every module of the code, inside a margin of four", () => {
    expect(rows).toEqual(encode(url, { ecc: "M", border: 4 }).data);
    const inner = rows.slice(4, -4).map((row) => row.slice(4, -4));
    expect(rows.flat().filter(Boolean).length).toBe(inner.flat().filter(Boolean).length);
    expect([inner[0], inner.at(-1)].map((row) => row?.slice(0, 7).every(Boolean))).toEqual([true, true]);
  });

  it("survives a stain on level M, and stands on white", () => {
    expect(encode(url, { ecc: "M", border: 4 }).size).toBe(rows.length);
    expect(encode(url, { ecc: "L", border: 4 }).data).not.toEqual(rows);
    expect(svg).toContain(`<path fill="#fff" d="M0 0h${rows.length}v${rows.length}H0z"/>`);
  });

  it("has a name for who does not see it, and nothing that runs or loads", () => {
    expect(svg).toContain('role="img" xml:lang="en"');
    expect(svg).toContain("<title>QR</title>");
    expect(svg).not.toMatch(/<script|href|style=|<image/);
  });
});

describe("the door", () => {
  const ask = async (scene: LinkScene | null, init: RequestInit = {}, query = "", to = token) => {
    const request = requestTo(`qr.svg${query}`, init);
    const urlOf = (sought: string) => `https://pay.example/l/${sought}`;
    const door = { ...testDoor().door, find: async () => scene, urlOf };
    return answerQr(request, linkVisitOf(request, to), door);
  };

  it.each([{ kind: "open", face } as LinkScene, ...closedScenes])(
    "200 in every state: $kind",
    async (scene) => {
      const answer = await ask(scene);
      expect([
        answer.status,
        answer.headers.get("content-type"),
        answer.headers.get("cache-control"),
      ]).toEqual([200, "image/svg+xml; charset=utf-8", "no-store"]);
      expect(await answer.text()).toBe(qrCode(url, "Ödeme linkinin karekodu", "tr"));
    },
  );

  it("200 in the other language, and a HEAD without a body", async () => {
    expect(await (await ask({ kind: "open", face }, {}, "?lang=en")).text()).toContain(
      "QR code of the payment link",
    );
    const head = await ask({ kind: "open", face }, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("200 loads nothing, is kept by no cache and tells nobody where it stands", async () => {
    const { headers } = await ask({ kind: "open", face });
    expect(Object.fromEntries(headers)).toEqual({
      "content-type": "image/svg+xml; charset=utf-8",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it("404 where it cannot be a token, which is not drawn", async () => {
    for (const to of ["x", `${token}A`, '"/><script>']) {
      const answer = await ask({ kind: "open", face }, { headers: json }, "", to);
      expect([answer.status, await codeOf(answer)]).toEqual([404, "payment_link_not_found"]);
    }
  });

  it("404 where no link has the token, 405 whatever is more than reading", async () => {
    const missing = await ask(null, { headers: json });
    expect([missing.status, await codeOf(missing)]).toEqual([404, "payment_link_not_found"]);
    expect((await ask({ kind: "open", face }, { method: "POST" })).status).toBe(405);
  });
});
