import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { LaunchFailure } from "../failure";

/** The operating system user of the database; undefined means the user of this process. */
export type OsUser = { uid: number; gid: number } | undefined;

const userName = "postgres";

/**
 * Chooses the user of the database. PostgreSQL refuses to run as root (D-53), so root starts it as the owner of the
 * data folder, or as the user `postgres`, who is created when missing. Other users start it as themselves.
 * @throws LaunchFailure when the user cannot be created
 */
export const postgresUserFor = (dataFolder: string): OsUser => {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(dataFolder)) {
    const { uid, gid } = statSync(dataFolder);
    if (uid !== 0) return { uid, gid };
  }
  return findUser() ?? createUser();
};

/**
 * Throws LaunchFailure when the database's user may not enter a folder of the path. PostgreSQL's own message is only
 * "Permission denied".
 * @param wayOut what the reader of the message can do
 */
export const assertReachable = (path: string, user: OsUser, wayOut: string): void => {
  if (user === undefined) return;
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (existsSync(folder) && !mayEnter(folder, user)) {
      throw new LaunchFailure(
        `PostgreSQL cannot run as root, and the user who runs it may not enter ${folder}: ${wayOut}.`,
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
      `PostgreSQL cannot run as root, and the user "${userName}" could not be created. Create it, run as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return findUser();
};
