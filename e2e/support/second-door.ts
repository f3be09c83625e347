import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "./http";
import { sandbox } from "./product";

export interface SecondDoor {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the same build with the framework's own server, where `/v1` goes through its router, on the same database. A
 * second process may start only where both share their rate limits, so the instance and it have one Redis.
 */
export async function openSecondDoor(): Promise<SecondDoor> {
  const redisUrl = process.env.E2E_REDIS_URL;
  if (!redisUrl) {
    throw new Error("The instance needs a Redis: start it with REDIS_URL, and give the same address in E2E_REDIS_URL.");
  }
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "second-door-"));
  const { ENCRYPTION_KEYS, AUDIT_KEYS, AUTH_SECRET, SANDBOX_KEY } = JSON.parse(
    readFileSync(join(sandbox.dataDir, "secrets.json"), "utf8"),
  );
  const env = {
    ...process.env,
    NODE_ENV: "production",
    ENCRYPTION_KEYS,
    AUDIT_KEYS,
    AUTH_SECRET,
    SANDBOX_KEY,
    DATABASE_URL: sandbox.applicationDatabaseUrl,
    DATA_DIR: dataDir,
    REDIS_URL: redisUrl,
    RATE_LIMIT_MULTIPLIER: "1000",
    API_ORIGIN: sandbox.apiUrl,
    PAY_ORIGIN: sandbox.payUrl,
  } as const;
  const arguments_ = ["node_modules/next/dist/bin/next", "start", "-p", String(port), "-H", "127.0.0.1"];
  const child = spawn(process.execPath, arguments_, { env, stdio: ["ignore", "ignore", "inherit"] });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(url, child);
  return {
    url,
    async close() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await Promise.race([ended, sleep(5_000).then(() => child.kill("SIGKILL"))]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until && child.exitCode === null; await sleep(100)) {
    const answer = await ask(url, "/v1/x").catch(() => null);
    if (answer) return;
  }
  throw new Error("The framework's own server did not start.");
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
