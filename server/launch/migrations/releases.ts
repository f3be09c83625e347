import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../project";

export interface Release {
  /** A number such as `0.1.0`; its tag in the repository is `v0.1.0`. */
  readonly version: string;
  /** The newest migration that the release contains. */
  readonly lastMigration: string;
}

/** Reads the releases of CHANGELOG.md, newest first; what is unreleased is none (D-347). */
export const readReleases = (text = readFileSync(join(projectRoot, "CHANGELOG.md"), "utf8")): Release[] =>
  Array.from(
    text.matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm),
    ([, version = "", section = ""]) => ({
      version,
      lastMigration: /^Last migration: `(\w+)`\.$/m.exec(section)?.[1] ?? "",
    }),
  );
