import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import type { Pool } from "pg";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;

/**
 * The PostgreSQL adapter with two corrections for the migration engine. The original adapter splits a script at every
 * semicolon, so a failed migration remains half applied and a function body breaks. And it cannot read the catalogue's
 * `"char"` columns, so the engine cannot describe a database.
 */
export class MigrationAdapter extends PrismaPg {
  readonly #open: Adapter[] = [];

  override async connect(): Promise<Adapter> {
    return this.#keep(await super.connect());
  }
  override async connectToShadowDb(): Promise<Adapter> {
    return this.#keep(await super.connectToShadowDb());
  }
  /** Closes the connections, which the engine leaves open; the end of the process or a `drop database` would wait for them. */
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
const text = 25;

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
    for (const field of found) field.dataTypeID = text;
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
