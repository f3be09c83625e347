import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import type { Pool } from "pg";
import { migrationsFolder, schemaFolder } from "../project";

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
 * Returns the SQL that turns a database with every migration into the schema; empty when the migrations lead to it
 * already.
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
const readSchema = async (): Promise<[string, string][]> => {
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

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;

/**
 * The PostgreSQL adapter with two corrections for the migration engine. The original adapter splits a script at every
 * semicolon, so a failed migration remains half applied and a function body breaks. And it cannot read the catalogue's
 * `"char"` columns, so the engine cannot describe a database.
 */
class MigrationAdapter extends PrismaPg {
  readonly #open: Adapter[] = [];

  override async connect(): Promise<Adapter> {
    return this.#keep(await super.connect());
  }
  override async connectToShadowDb(): Promise<Adapter> {
    return this.#keep(await super.connectToShadowDb());
  }
  /**
   * Closes the connections, which the engine leaves open; the end of the process or a `drop database` would wait for
   * them.
   */
  async close(): Promise<void> {
    await Promise.all(this.#open.map((adapter) => adapter.underlyingDriver()).map((pool) => pool.ended || pool.end()));
  }
  #keep(adapter: Adapter): Adapter {
    this.#open.push(adapter);
    return patchAdapter(adapter);
  }
}

const patchAdapter = (adapter: Adapter): Adapter => {
  const pool = adapter.underlyingDriver();
  adapter.executeScript = async (script) => {
    await pool.query(script);
  };
  return readCatalogueChars(adapter, pool);
};

const catalogueChar = 18;
const textType = 25;

/** Makes PostgreSQL's one-byte `"char"` pass the adapter as text, and gives it its own type afterwards. */
const readCatalogueChars = (adapter: Adapter, pool: Pool): Adapter => {
  const charColumns = new WeakMap<object, number[]>();
  const query = pool.query.bind(pool) as (config: unknown) => Promise<Result>;
  pool.query = (async (config: unknown) => {
    const result = await query(config);
    const found = (result.fields ?? []).filter((field) => field.dataTypeID === catalogueChar);
    if (found.length > 0)
      charColumns.set(
        result.rows,
        found.map((field) => result.fields.indexOf(field)),
      );
    for (const field of found) field.dataTypeID = textType;
    return result;
  }) as Pool["query"];

  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (params) => {
    const result = await queryRaw(params);
    for (const i of charColumns.get(result.rows) ?? []) result.columnTypes[i] = ColumnTypeEnum.Character;
    return result;
  };
  return adapter;
};

type Result = { rows: object; fields: { dataTypeID: number }[] };
