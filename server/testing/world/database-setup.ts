import { startTemporaryPostgres } from "@/server/launch/postgres/temporary-postgres";
import { createTemplate, testServerVariable } from "./database";

/**
 * Before the use-case tests: a real PostgreSQL in a temporary folder, or the local one that TEST_DATABASE_URL names.
 * It is called for each vitest project, one after the other, and all share the first one's.
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
