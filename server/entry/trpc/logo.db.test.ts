import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { logoBox, logoBytesMax } from "@/server/domain/partners/logo";
import { createPanelContext, createStaffContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { findLogoPicture } from "@/server/usecases/partners/logo-queries";
import { createCallerFactory } from "../panel/door";
import { panelRouter } from "../panel/router";
import { createCallerFactory as createStaffCaller } from "../staff/door";
import { staffRouter } from "../staff/router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
// The logos of one test are newer than those of the test before.
beforeEach(() => world.clock.advanceMs(60_000));

const asMerchant = async (role: "owner" | "finance" = "owner", partnerId = "prt_ours") =>
  createCallerFactory(panelRouter)(await createPanelContext(world.ctx, role, partnerId)).account;
const asStaff = async () => createStaffCaller(staffRouter)(await createStaffContext(world.ctx, "operations")).partner;

/** A picture of one colour. */
const draw = (width: number, height: number, colour = "#0b6e4f") =>
  sharp({ create: { width, height, channels: 3, background: colour } });
const send = async (file: Uint8Array, partnerId = "prt_ours") => {
  world.clock.advanceMs(1_000);
  const owner = await asMerchant("owner", partnerId);
  await owner.requestLogo({ content: Buffer.from(file).toString("base64") });
  return owner.profile();
};
/** Returns the problem for which a file is refused. */
const refusal = (file: Uint8Array) =>
  send(file).then(
    () => "accepted",
    (error) => String(error.cause?.details.problem ?? error.cause?.details.faults?.[0]?.problem ?? error),
  );
const readShown = async (partnerId = "prt_ours") => {
  const { logoId } = await world.ctx.db.prisma.partner.findUniqueOrThrow({ where: { id: partnerId } });
  return logoId === null ? null : findLogoPicture(world.ctx, { logoId });
};

describe("a logo", () => {
  test("is shown to buyers once staff approve it, and only once; nobody sees it before", async () => {
    const { logo } = await send(await draw(900, 300).png().toBuffer());
    expect(logo).toMatchObject({ picture: null, request: { state: "waiting" } });
    expect(await readShown()).toBeNull();
    const staff = await asStaff();
    const waiting = await staff.logoRequests();
    expect(waiting).toMatchObject([{ partnerId: "prt_ours", picture: expect.stringMatching(/^data:image\/png/) }]);
    const requestId = waiting[0]?.requestId ?? "";
    expect(await findLogoPicture(world.ctx, { logoId: requestId })).toBeNull();
    const decide = () => staff.decideLogoRequest({ requestId, isApproved: true, note: null });
    const results = await Promise.allSettled([decide(), decide()]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(decide()).rejects.toThrow("change_decided");
    const { format, width, height } = await sharp((await readShown()) ?? undefined).metadata();
    expect({ format, width, height }).toEqual({ format: "png", width: 432, height: logoBox.height });
    expect((await (await asMerchant()).profile()).logo).toMatchObject({ request: null });
  });

  test("stays as it is when another one is refused, which says why; the refused picture is erased", async () => {
    const before = await readShown();
    await send(await draw(64, 64, "#b3261e").webp().toBuffer());
    const staff = await asStaff();
    const requestId = (await staff.logoRequests())[0]?.requestId ?? "";
    await expect(staff.decideLogoRequest({ requestId, isApproved: false, note: " " })).rejects.toThrow(
      "validation_error",
    );
    await staff.decideLogoRequest({ requestId, isApproved: false, note: "It is the logo of a bank." });
    const request = { state: "refused", picture: null, decisionNote: "It is the logo of a bank." };
    expect((await (await asMerchant()).profile()).logo).toMatchObject({ request });
    expect(await readShown()).toEqual(before);
  });

  test("that waits is replaced by the next one, and withdrawn by its own merchant only", async () => {
    await send(await draw(64, 64).jpeg().toBuffer());
    const { logo } = await send(await draw(80, 64).jpeg().toBuffer());
    const requestId = logo.request?.requestId ?? "";
    expect(await world.ctx.db.prisma.logoRequest.count({ where: { state: "waiting" } })).toBe(1);
    const other = await asMerchant("owner", "prt_other");
    await expect(other.withdrawLogo({ requestId })).rejects.toThrow("not_found");
    const owner = await asMerchant();
    await owner.withdrawLogo({ requestId });
    await expect(owner.withdrawLogo({ requestId })).rejects.toThrow("change_decided");
    expect((await owner.profile()).logo.request).toBeNull();
  });

  test("that two colleagues send at once waits once", async () => {
    const files = await Promise.all(["#111111", "#eeeeee"].map((colour) => draw(64, 64, colour).png().toBuffer()));
    const owner = await asMerchant("owner", "prt_other");
    await Promise.all(files.map((file) => owner.requestLogo({ content: file.toString("base64") })));
    const where = { partnerId: "prt_other", state: "waiting" } as const;
    expect(await world.ctx.db.prisma.logoRequest.count({ where })).toBe(1);
  });

  test("is removed at once by its owner", async () => {
    expect(await readShown()).not.toBeNull();
    await (await asMerchant()).removeLogo();
    expect(await readShown()).toBeNull();
  });

  test("is refused to a role that may not change the account", async () => {
    const finance = await asMerchant("finance");
    await expect(finance.requestLogo({ content: "AAAA" })).rejects.toThrow("access_denied");
    await expect(finance.removeLogo()).rejects.toThrow("access_denied");
  });
});

describe("an uploaded file", () => {
  test("keeps only its picture: no metadata, and nothing behind it", async () => {
    const withFacts = draw(200, 100).withExif({ IFD0: { Copyright: "Ayşe Yılmaz", Artist: "<script>" } });
    const file = Buffer.concat([await withFacts.jpeg().toBuffer(), Buffer.from("<script>alert(1)</script>")]);
    const { logo } = await send(file);
    const kept = Buffer.from(logo.request?.picture?.split(",")[1] ?? "", "base64");
    expect(kept.includes("script") || kept.includes("Ay")).toBe(false);
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
  });

  test("is turned as its camera says", async () => {
    const { logo } = await send(await draw(120, 60).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const { width, height } = await sharp(Buffer.from(logo.request?.picture?.split(",")[1] ?? "", "base64")).metadata();
    expect([width, height]).toEqual([60, 120]);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script>alert(1)</script></svg>';
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

  test.each([
    ["a drawing (SVG)", Buffer.from(svg)],
    ["a drawing that begins like a page", Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ["a GIF", gif],
    ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj")],
    ["a page", Buffer.from("<!doctype html><title>x</title>")],
    ["a text", Buffer.from("logo")],
    ["nothing", Buffer.alloc(0)],
  ])("is refused when it is %s", async (_name, file) => {
    expect(await refusal(file)).toMatch(/^picture_kind/);
  });

  test("is refused when its base64 is malformed", async () => {
    await expect((await asMerchant()).requestLogo({ content: "data:image/png;base64,AAAA" })).rejects.toThrow(
      "validation_error",
    );
  });

  test("is refused when it is larger than the limit, before anything decodes it", async () => {
    expect(await refusal(Buffer.alloc(logoBytesMax + 1, 1))).toBe("picture_size 512");
    expect(await refusal(Buffer.alloc(logoBytesMax * 2, 1))).toBe("picture_size 512");
  });

  test("is refused when it has too few or too many pixels, however few bytes it has", async () => {
    expect(await refusal(await draw(31, 64).png().toBuffer())).toBe("picture_dimensions 32 4096");
    expect(await refusal(await draw(4_097, 40).png().toBuffer())).toBe("picture_dimensions 32 4096");
    // Seven thousand lines of grey pixels, each after a byte that names its filter.
    const bomb = buildPng(7_000, 7_000, deflateSync(Buffer.alloc(7_000 * 7_001)));
    expect(bomb.length).toBeLessThan(logoBytesMax);
    expect(await refusal(bomb)).toBe("picture_dimensions 32 4096");
  });

  test("is refused when its head promises other dimensions than its content has", async () => {
    const file = await draw(64, 64).png().toBuffer();
    // The width stands at byte 16; its check sum no longer fits.
    file.writeUInt32BE(60_000, 16);
    expect(await refusal(file)).toMatch(/^picture_(broken|dimensions)/);
  });

  test("is refused when it is cut off", async () => {
    for (const file of [await draw(300, 300).png().toBuffer(), await draw(300, 300).jpeg().toBuffer()]) {
      expect(await refusal(file.subarray(0, Math.floor(file.length / 2)))).toBe("picture_broken");
    }
  });

  test("is refused when it is animated", async () => {
    const twoFrames = Buffer.alloc(64 * 128 * 3).fill(255, 64 * 64 * 3);
    const frames = await sharp(twoFrames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect(await refusal(frames)).toBe("picture_moves");
    const still = await draw(64, 64).png().toBuffer();
    const animation = buildChunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    // The head of a PNG has 33 bytes.
    expect(await refusal(Buffer.concat([still.subarray(0, 33), animation, still.subarray(33)]))).toBe("picture_moves");
  });
});

/** A PNG of grey pixels with one byte each. */
function buildPng(width: number, height: number, content: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const chunks = [buildChunk("IHDR", head), buildChunk("IDAT", content), buildChunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

function buildChunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [length, checkSum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checkSum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checkSum]);
}
