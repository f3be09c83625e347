import { formatRecord } from "./format-json";

/**
 * Writes a request as a `curl` command.
 * @param key the name of the shell variable that holds the API key
 */
export const formatCurl = (method: string, url: string, key: string, body?: object): string =>
  [
    `curl -X ${method} "${url}"`,
    `-H "Authorization: Bearer $${key}"`,
    ...(body ? [`-H "Content-Type: application/json"`, `-d '${formatBody(body)}'`] : []),
  ].join(" \\\n  ");

/** Writes a body of one member on one line, and a larger one with a line for each member. */
const formatBody = (body: object): string =>
  Object.keys(body).length > 1 ? formatRecord(body).replaceAll("\n", "\n  ") : JSON.stringify(body);
