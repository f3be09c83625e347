import type { Log } from "@/server/usecases/ctx";
import type { Owner } from "./lane";
import type { Notes } from "./notes";

/** Creates the log of a process. What its code says after its death is not kept. */
export function createProductLog(owner: Owner, logged: Notes["logged"]): Log {
  const keep =
    (level: Notes["logged"][number]["level"]) =>
    (facts: object, message: string): void => {
      if (owner.isAlive) logged.push({ level, text: `${message} ${describe(facts)}` });
    };
  return { info: keep("info"), warn: keep("warn"), error: keep("error") };
}

const describe = (facts: object): string =>
  JSON.stringify(facts, (_, value) => {
    if (value instanceof Error) return { name: value.name, message: value.message, cause: value.cause };
    return typeof value === "bigint" ? String(value) : value;
  });
