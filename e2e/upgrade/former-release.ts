import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LaunchFailure } from "@/server/launch/failure";
import { withProgress } from "@/server/launch/progress";
import { projectRoot } from "@/server/launch/project";

export interface FormerRelease {
  /** The tag or another name of the commit, as it was given. */
  readonly ref: string;
  readonly folder: string;
  /** Starts its launcher. npm is left out, because it does not pass an interrupt on. */
  readonly command: readonly [string, ...string[]];
}

/**
 * Installs and builds a former release in a temporary folder, which stays for the next run with the same commit.
 * @param ref a name that git knows; the newest release's tag when it is missing
 * @throws LaunchFailure when there is no such commit, or when a step fails
 */
export async function openFormerRelease(ref = findNewestTag()): Promise<FormerRelease> {
  const commit = git("rev-parse", "--verify", "--short=12", `${ref}^{commit}`).trim();
  const folder = join(tmpdir(), `vezne-former-${commit}`);
  const done = join(folder, "node_modules/.cache/vezne-former");
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync("git", ["archive", commit], { cwd: projectRoot, maxBuffer: 1 << 30 });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    await withProgress(`Installing ${ref} in ${folder}`, "Installed", async () => perform(folder, "npm", "ci"));
    const build = "import('./server/launch/build.ts').then(({ buildIfNeeded }) => buildIfNeeded())";
    await withProgress(`Building ${ref}`, "Built", async () => perform(folder, "npx", "tsx", "-e", build));
    mkdirSync(done, { recursive: true });
  }
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { ref, folder, command: [process.execPath, ...scripts.start.replace(/^node /, "").split(" ")] };
}

function findNewestTag(): string {
  const [newest] = git("tag", "--list", "v*.*.*", "--sort=-version:refname").split("\n");
  if (!newest) throw new LaunchFailure("No release has a tag yet. Name a commit: npm run test:upgrade -- COMMIT");
  return newest;
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: projectRoot, encoding: "utf8" });
  if (status !== 0) throw new LaunchFailure(`git ${args.join(" ")} failed: ${stderr.trim()}`);
  return stdout;
}

function perform(cwd: string, program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new LaunchFailure(`${program} ${args.join(" ")} failed in ${cwd}:\n${stdout}${stderr}`);
}
