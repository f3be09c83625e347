import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { migrationsFolder, schemaFolder } from "../project";
import { MigrationAdapter } from "./migration-adapter";

/** The engine's filters: every table belongs to the schema. */
export const filters = { externalTables: [], externalEnums: [] };

/**
 * Runs `work` with Prisma's own migration engine, compiled to WebAssembly. It writes `_prisma_migrations` exactly as
 * `prisma migrate deploy` does, without the binary that the command line downloads.
 */
export const withSchemaEngine = async <T>(
  databaseUrl: string,
  work: (engine: bindings.SchemaEngine) => Promise<T>,
): Promise<T> => {
  await loadOnce();
  const adapter = new MigrationAdapter({ connectionString: databaseUrl });
  try {
    const options = { datamodels: await readSchema() };
    const bound = bindMigrationAwareSqlAdapterFactory(adapter);
    return await work(await bindings.SchemaEngine.new(options, () => undefined, bound));
  } finally {
    await adapter.close();
  }
};

/**
 * Returns the SQL that turns a database with every migration into the schema; empty when the migrations lead to it already.
 * @param serverUrl the address of a server on which a temporary database can be created
 */
export const schemaDifference = async (serverUrl: string): Promise<string> => {
  const files = (await readSchema()).map(([path, content]) => ({ path, content }));
  const from = { tag: "migrations" as const, ...(await readMigrations()) };
  const to = { tag: "schemaDatamodel" as const, files };
  const { stdout } = await withSchemaEngine(serverUrl, (engine) =>
    engine.diff({ from, to, script: true, exitCode: null, filters }),
  );
  const sql = stdout ?? "";
  return sql.includes("This is an empty migration") ? "" : sql.trim();
};

/** Reads the schema's files as pairs of path and text. */
export const readSchema = async (): Promise<[string, string][]> => {
  const names = (await readdir(schemaFolder)).filter((name) => name.endsWith(".prisma")).sort();
  return Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [
        join(schemaFolder, name),
        await readFile(join(schemaFolder, name), "utf8"),
      ],
    ),
  );
};

/** Reads the migrations of the folder, oldest first, in the engine's format. */
export const readMigrations = async (): Promise<bindings.MigrationList> => {
  const names = await listMigrations();
  return {
    baseDir: migrationsFolder,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.map(async (name) => {
        const value = await readFile(join(migrationsFolder, name, "migration.sql"), "utf8");
        return {
          path: name,
          migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value } },
        };
      }),
    ),
  };
};

export const listMigrations = async (): Promise<string[]> => {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
};

let loading: Promise<void> | undefined;

const loadOnce = (): Promise<void> => {
  loading ??= load();
  return loading;
};

/** Connects the bindings with the WebAssembly module, because Node cannot import the package's entry, which does so. */
const load = async (): Promise<void> => {
  const entry = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const wasm = await readFile(join(dirname(entry), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(wasm, {
    "./schema_engine_bg.js": bindings as unknown as WebAssembly.ModuleImports,
  });
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
};
