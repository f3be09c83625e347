import sharp from "sharp";
import { expect, test } from "vitest";
import { readLogo } from "./read-logo";

test("Pictures that come one after the other are read while the ones before are still decoded", async () => {
  const file = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#0b6e4f" } })
    .png()
    .toBuffer();
  const comeOneByOne = Array.from({ length: 100 }, async (_, place) => {
    for (let turn = 0; turn < place; turn += 1) await new Promise(setImmediate);
    return readLogo(file);
  });
  const pictures = await Promise.all(comeOneByOne);
  expect(new Set(pictures.map(({ length }) => length)).size).toBe(1);
});
