import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LaunchFailure } from "../failure";
import { type Ownership, takeOwnership } from "../owner-file";

/** Makes the data folder where it is missing and takes it for this process. Throws LaunchFailure. */
export const openDataFolder = async (folder: string): Promise<Ownership> => {
  try {
    makeFolders(folder);
    const ownership = await takeOwnership(join(folder, "launcher.json"), 3_000);
    if (ownership) return ownership;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchFailure(`The data folder ${folder} cannot be used: ${reason}.`);
  }
  throw new LaunchFailure(
    `Another instance runs on the data folder ${folder}: stop it, or set another DATA_DIR.`,
  );
};

/** The database's user, who may be another one, has to get through the folder, whatever this shell's mask is. */
const makeFolders = (folder: string): void => {
  const mask = process.umask(0o022);
  mkdirSync(folder, { recursive: true });
  process.umask(mask);
  mkdirSync(join(folder, "logs"), { recursive: true, mode: 0o700 });
};

export type SandboxKeys = {
  ENCRYPTION_KEYS: string;
  AUTH_SECRET: string;
  SANDBOX_KEY: string;
  databasePassword: string;
};

/** The secrets that a sandbox makes for itself at its first start; readable by its owner only. */
export const sandboxKeys = (folder: string): SandboxKeys => {
  const file = join(folder, "secrets.json");
  if (existsSync(file)) return readKeys(file);
  const keys: SandboxKeys = {
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    AUTH_SECRET: randomBytes(32).toString("base64url"),
    SANDBOX_KEY: `sbx_${randomBytes(32).toString("base64url")}`,
    databasePassword: randomBytes(24).toString("base64url"),
  };
  writePrivate(file, keys);
  return keys;
};

/** Writes a file that only its owner may read, whatever the mode of one that was there. */
export const writePrivate = (file: string, content: unknown): void => {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
};

const readKeys = (file: string): SandboxKeys => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new LaunchFailure(
      `${file} is damaged: restore it, or remove the whole data folder to start afresh.`,
    );
  }
};
