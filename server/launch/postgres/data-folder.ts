import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LaunchFailure } from "../failure";
import { type Ownership, takeOwnership } from "../owner-file";

/**
 * Creates the data folder when it is missing and takes it for this process.
 * @throws LaunchFailure when the folder cannot be used or another instance uses it
 */
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
    `Another instance uses the data folder ${folder}. Stop it, or set DATA_DIR to another folder.`,
  );
};

/**
 * Creates the folders with fixed modes. The database may run as another user, who has to enter the data folder but not
 * to list it.
 */
const makeFolders = (folder: string): void => {
  const mask = process.umask(0);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  process.umask(mask);
  mkdirSync(join(folder, "logs"), { recursive: true, mode: 0o700 });
};

export type SandboxKeys = {
  ENCRYPTION_KEYS: string;
  AUDIT_KEYS: string;
  AUTH_SECRET: string;
  SANDBOX_KEY: string;
  databasePassword: string;
};

/** Reads the secrets of a sandbox, or generates them at its first start. Only the owner can read the file. */
export const sandboxKeys = (folder: string): SandboxKeys => {
  const file = join(folder, "secrets.json");
  if (existsSync(file)) return completeKeys(file, readKeys(file));
  const keys: SandboxKeys = {
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    AUDIT_KEYS: newAuditKeys(),
    AUTH_SECRET: randomBytes(32).toString("base64url"),
    SANDBOX_KEY: `sbx_${randomBytes(32).toString("base64url")}`,
    databasePassword: randomBytes(24).toString("base64url"),
  };
  writePrivate(file, keys);
  return keys;
};

const newAuditKeys = (): string => `a1:${randomBytes(32).toString("base64")}`;

/** Adds what the secrets of an earlier version lack. */
const completeKeys = (file: string, keys: SandboxKeys): SandboxKeys => {
  if (keys.AUDIT_KEYS !== undefined) return keys;
  const complete = { ...keys, AUDIT_KEYS: newAuditKeys() };
  writePrivate(file, complete);
  return complete;
};

/** Writes a JSON file that only its owner can read; the mode of an existing file is corrected. */
export const writePrivate = (file: string, content: unknown): void => {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
};

const readKeys = (file: string): SandboxKeys => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new LaunchFailure(
      `The file ${file} is damaged. Restore it, or remove the whole data folder to start with new data.`,
    );
  }
};
