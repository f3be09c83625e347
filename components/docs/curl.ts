import { writtenRecord } from "./written-json";

/** A request as a command for the shell; the key is the name of a variable that holds it. */
export const curl = (method: string, url: string, key: string, body?: object): string =>
  [
    `curl -X ${method} "${url}"`,
    `-H "Authorization: Bearer $${key}"`,
    ...(body ? [`-H "Content-Type: application/json"`, `-d '${jsonOf(body)}'`] : []),
  ].join(" \\\n  ");

/** One member as it is, several under each other. */
const jsonOf = (body: object): string =>
  Object.keys(body).length > 1 ? writtenRecord(body).replaceAll("\n", "\n  ") : JSON.stringify(body);
