import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { getContext } from "@/server/context";
import { groupDigits } from "@/server/domain/card";

const sandboxFile = z.object({
  otp: z.string(),
  cards: z.array(
    z.object({
      pan: z.string().transform(groupDigits),
      expireMonth: z.string(),
      expireYear: z.string(),
      cv2: z.string(),
      brand: z.string().nullable(),
      family: z.string(),
      bank: z.string(),
      outcome: z.string(),
    }),
  ),
});
export type TestCards = z.infer<typeof sandboxFile>;

/** Reads the test cards of the simulated banks from `sandbox.json`; null without a sandbox. */
export async function readTestCards(): Promise<TestCards | null> {
  const { env } = getContext();
  if (env.mode !== "sandbox") return null;
  const text = await readFile(join(env.dataDir, "sandbox.json"), "utf8").catch(() => null);
  return text === null ? null : sandboxFile.parse(JSON.parse(text));
}
