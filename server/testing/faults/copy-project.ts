import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { installedPath, projectRoot } from "@/server/launch/project";

/**
 * Copies the files of the working tree that belong to the project, with the generated ones that the tests need. The
 * packages are linked one by one, so that caches are written into the copy.
 */
export function copyProject(folder: string): void {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: projectRoot, encoding: "utf8", maxBuffer: 64 * 1_048_576 });
  const generated = readdirSync(join(projectRoot, "messages")).filter((name) => name.endsWith(".d.json.ts"));
  const files = [...listed.split("\0"), ...generated.map((name) => `messages/${name}`), "prisma/generated"];
  for (const file of files) {
    const from = join(projectRoot, file);
    // A file that was deleted and not committed is still listed.
    if (file !== "" && existsSync(from)) cpSync(from, join(folder, file), { recursive: true });
  }
  linkPackages(join(folder, "node_modules"));
}

function linkPackages(modules: string): void {
  mkdirSync(modules, { recursive: true });
  for (const name of readdirSync(installedPath(""))) {
    // The caches of the tools begin with a dot, like the folder of the programs.
    if (!name.startsWith(".") || name === ".bin") symlinkSync(installedPath(name), join(modules, name));
  }
}
