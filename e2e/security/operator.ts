import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import { isProductVariable } from "@/server/env";
import { projectRoot } from "@/server/launch/project";
import type { Sandbox } from "../support/sandbox";

/** What an operator does next to a running sandbox: commands, and statements of the database. */

export interface CommandOutcome {
  readonly code: number;
  /** Both streams. */
  readonly output: string;
}

/** Runs `npm run admin -- WORDS` for a sandbox, and returns what it prints. */
export async function runAdmin(sandbox: Sandbox, ...words: string[]): Promise<CommandOutcome> {
  const { dataDir: DATA_DIR, apiUrl, payUrl } = sandbox;
  const [PORT, PAY_PORT] = [new URL(apiUrl).port, new URL(payUrl).port];
  const program = [process.execPath, "server/launch/run.mjs", "server/operator/admin.ts", ...words];
  return runCommand({ DATA_DIR, PORT, PAY_PORT }, program);
}

/** Runs a program of the project with these variables of the product alone. */
export async function runCommand(
  env: Readonly<Record<string, string>>,
  [program = "", ...args]: readonly string[],
): Promise<CommandOutcome> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isProductVariable(name)));
  const options = { cwd: projectRoot, env: { ...own, ...env } as NodeJS.ProcessEnv, maxBuffer: 64 * 1024 * 1024 };
  return promisify(execFile)(program, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code?: unknown; stdout?: string; stderr?: string; message: string }) => ({
      code: typeof error.code === "number" ? error.code : 1,
      output: `${error.stdout ?? ""}${error.stderr ?? ""}` || error.message,
    }),
  );
}

/** Runs statements with an address of the database, and returns the rows of the last one. */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values && [...values])).rows;
  } finally {
    await client.end();
  }
}
