import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cluster } from "@/server/launch/postgres/postgres";
import { startTemporaryPostgres } from "@/server/launch/postgres/temporary-postgres";
import { testServerVariable } from "../world/database";
import { copyProject } from "./copy-project";
import { type Fault, toProject } from "./fault";
import type { VitestReport } from "./verdict";

/** A copy of the project in a temporary folder, in which faults are planted and tests run. */
export interface Workshop {
  /** Plants a fault while the work runs, and restores the file after it. */
  withFault<T>(fault: Fault, work: () => Promise<T>): Promise<T>;
  /** Runs test files. Returns null when vitest wrote no report, for example because it took too long. */
  runTests(files: readonly string[], options: RunOptions): Promise<VitestReport | null>;
  /** Ends what runs, and removes the copy and its database. */
  close(): Promise<void>;
}

interface RunOptions {
  /** The number of failed tests after which the run ends; 0 for no such number. */
  readonly failuresMax: number;
  /** The number of processes that run test files. */
  readonly processes: number;
  /** The time after which the run is ended, ms. */
  readonly maxMs: number;
}

/** The time after which a test has timed out, ms. It is long, because the machine may be busy with other work. */
const testTimeoutMs = 60_000;

export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), "vezne-faults-"));
  copyProject(folder);
  const run = createRunner(folder);
  let database: Promise<Cluster> | null = null;
  let hasTemplate = false;

  /** Returns the variable of the test server. vitest builds the template only with TEST_DATABASE_URL. */
  const findServer = async (files: readonly string[]): Promise<Record<string, string>> => {
    if (!files.some((file) => file.endsWith(".db.test.ts"))) return {};
    database ??= startTemporaryPostgres();
    const url = (await database).url("postgres");
    const isBuilt = hasTemplate;
    hasTemplate = true;
    return isBuilt ? { [testServerVariable]: url } : { TEST_DATABASE_URL: url };
  };

  return {
    async withFault({ file, find, replace }, work) {
      const path = join(folder, file);
      const original = readFileSync(path, "utf8");
      const write = (text: string): void => {
        writeFileSync(path, text);
        if (file.startsWith("prisma/migrations/")) hasTemplate = false;
      };
      write(original.replace(find, () => replace));
      try {
        return await work();
      } finally {
        write(original);
      }
    },
    async runTests(files, { failuresMax, processes, maxMs }) {
      const report = join(folder, "faults-report.json");
      rmSync(report, { force: true });
      const projects = [...new Set(files.map(toProject))].flatMap((project) => ["--project", project]);
      const limits = [`--bail=${failuresMax}`, `--maxWorkers=${processes}`, `--testTimeout=${testTimeoutMs}`];
      const reporters = ["--reporter=json", `--outputFile=${report}`];
      const args = ["vitest/vitest.mjs", "run", ...projects, ...limits, ...reporters, ...files];
      await run.program(args, maxMs, await findServer(files));
      return existsSync(report) ? (JSON.parse(readFileSync(report, "utf8")) as VitestReport) : null;
    },
    async close() {
      run.stop();
      await (await database)?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates what runs programs of the installed packages in a folder, and ends those that take too long. */
function createRunner(folder: string) {
  const children = new Set<ChildProcess>();
  return {
    /** Runs a program and returns its output. */
    program: (
      [program = "", ...args]: readonly string[],
      maxMs: number,
      variables: Record<string, string> = {},
    ): Promise<string> =>
      new Promise((resolve, reject) => {
        const env = { ...process.env, ...variables };
        const child = spawn(process.execPath, [join(folder, "node_modules", program), ...args], { cwd: folder, env });
        const timer = setTimeout(() => child.kill("SIGKILL"), maxMs);
        const output: Buffer[] = [];
        children.add(child);
        child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
        child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
        child.once("error", reject);
        child.once("close", () => {
          clearTimeout(timer);
          children.delete(child);
          resolve(Buffer.concat(output).toString());
        });
      }),
    stop(): void {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}
