import { startTemporaryPostgres } from "@/server/launch/postgres/temporary-postgres";
import { createTemplate, testServerVariable } from "./database";

/**
 * Prepares the server for the use-case tests: a PostgreSQL in a temporary folder, or the local one of
 * TEST_DATABASE_URL. vitest calls it for each project, one after the other, and all projects share the server of the
 * first call.
 */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env[testServerVariable] !== undefined) return undefined;
  const given = process.env.TEST_DATABASE_URL;
  const own = given === undefined ? await startTemporaryPostgres() : undefined;
  const serverUrl = given ?? own?.url("postgres") ?? "";
  await createTemplate(serverUrl);
  process.env[testServerVariable] = serverUrl;
  return async () => own?.stop();
};
