import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { LaunchFailure } from "../failure";

/** The operating system user that the database runs as; `undefined` ids mean ourselves. */
export type OsUser = { uid: number; gid: number } | undefined;

const userName = "postgres";

/**
 * PostgreSQL refuses to run as root (D-53). Root therefore starts it as the owner of the data folder,
 * or as the user `postgres`, which is created where it is missing; anybody else starts it as themselves.
 */
export const postgresUserFor = (dataFolder: string): OsUser => {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(dataFolder)) {
    const { uid, gid } = statSync(dataFolder);
    if (uid !== 0) return { uid, gid };
  }
  return findUser() ?? createUser();
};

/** Refuses a path that the database's user cannot get to, since PostgreSQL itself only says "Permission denied". */
export const assertReachable = (path: string, user: OsUser, wayOut: string): void => {
  if (user === undefined) return;
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (existsSync(folder) && !mayEnter(folder, user)) {
      throw new LaunchFailure(
        `PostgreSQL cannot run as root and runs as another user, which may not enter ${folder}: ${wayOut}.`,
      );
    }
    if (folder === dirname(folder)) return;
  }
};

const mayEnter = (folder: string, user: { uid: number; gid: number }): boolean => {
  const { mode, uid, gid } = statSync(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
};

const findUser = (): OsUser => {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, userName], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
};

const createUser = (): OsUser => {
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", userName], { stdio: "ignore" });
  } catch {
    throw new LaunchFailure(
      `PostgreSQL cannot run as root, and the user "${userName}" could not be created: create it, run as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return findUser();
};
