import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { AlertKind } from "@/server/domain/alerts";
import { freePort } from "@/server/launch/ports";
import { startWorkingInngest, type WorkingInngest, workingSigningKey } from "@/server/testing/executor/working-inngest";
import { testCertificate } from "@/server/testing/receivers/certificate";
import { type Address, openAddress } from "../cluster/address";
import { Cluster } from "../cluster/cluster";
import { Postgres, type Redis, startRedis } from "../cluster/programs";
import { createMovableClock, type MovableClock, mountSmallDisk, type SmallDisk } from "./machine";
import { type Messages, openMessages } from "./messages";

/** An alert of the product that is not closed. */
export interface OpenAlert {
  readonly kind: AlertKind;
  readonly subject: string;
  readonly detail: string;
}

/**
 * An installation whose parts can be broken: two web processes, PostgreSQL behind an address that can be slowed down,
 * Redis, an Inngest server, TLS in front of the panel, and the receiver of the operator's messages.
 */
export class Stage {
  #inngest: WorkingInngest | undefined;

  private constructor(
    readonly folder: string,
    readonly messages: Messages,
    readonly postgres: Postgres,
    readonly address: Address,
    readonly redis: Redis,
    /** Null where libfaketime is not installed. */
    readonly clock: MovableClock | null,
    /** Null where this user may not mount one. */
    readonly disk: SmallDisk | null,
    readonly panel: PanelEdge,
    private readonly inngestPort: number,
  ) {}

  #cluster: Cluster | undefined;
  #pool: pg.Pool | undefined;

  static async open(): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), "vezne-incidents-"));
    await chmod(folder, 0o755);
    const postgres = await Postgres.start();
    const stage = new Stage(
      folder,
      await openMessages(),
      postgres,
      await openAddress(postgres.port),
      await startRedis(),
      createMovableClock(folder),
      mountSmallDisk(folder),
      await PanelEdge.open(folder),
      await freePort(),
    );
    try {
      await stage.#start();
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  get cluster(): Cluster {
    if (!this.#cluster) throw new Error("The product has not been started.");
    return this.#cluster;
  }

  async startInngest(): Promise<void> {
    const { inngestPort: port, postgres } = this;
    this.#inngest = await startWorkingInngest({ port, databaseUrl: postgres.url, apiOrigin: this.cluster.apiUrl });
    await this.#inngest.work();
  }

  async stopInngest(): Promise<void> {
    await this.#inngest?.stop();
    this.#inngest = undefined;
  }

  /** Lists what is not closed, by a connection that is never slow. */
  async listOpenAlerts(): Promise<OpenAlert[]> {
    const found = await this.#pool?.query<OpenAlert>(
      "select kind, subject, detail from staff_alert where closed_at is null order by kind, subject",
    );
    return found?.rows ?? [];
  }

  /** Opens a connection to the database that is never slow. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client(this.postgres.url);
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }

  /** @param keepsData whether the folder with the logs stays */
  async close({ keepsData = false } = {}): Promise<void> {
    this.address.delay(0);
    await this.stopInngest();
    await this.#pool?.end();
    await this.#cluster?.end({ keepsData });
    this.disk?.unmount();
    this.address.close();
    this.panel.close();
    await this.redis.end();
    await this.postgres.end();
    await this.messages.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #start(): Promise<void> {
    const url = new URL(this.postgres.url);
    url.port = String(this.address.port);
    this.#cluster = await Cluster.start({
      count: 1,
      redisUrl: this.redis.url,
      databaseUrl: url.href,
      variables: () => ({
        ...this.messages.variables,
        PANEL_ORIGIN: this.panel.origin,
        NODE_EXTRA_CA_CERTS: this.panel.certificatesFile,
        INNGEST_BASE_URL: `http://127.0.0.1:${this.inngestPort}`,
        INNGEST_EVENT_KEY: "incidents",
        INNGEST_SIGNING_KEY: workingSigningKey,
      }),
      webVariables: {
        ...this.clock?.variables,
        ...(this.disk && { LOG_FILE: join(this.disk.folder, "web.log") }),
      },
    });
    this.#pool = new pg.Pool({ connectionString: this.postgres.url });
    this.#pool.on("error", () => undefined);
    await this.startInngest();
    await this.#untilFirstCheck();
  }

  /** Waits until the check of the pages that follows a start has ended, so that it finds none of the causes. */
  async #untilFirstCheck(): Promise<void> {
    for (const end = Date.now() + firstCheckMs; Date.now() < end; await sleep(500)) {
      const found = await this.#pool?.query("select 1 from page_check where page = 'handoff_error'");
      if (found?.rowCount) return;
    }
    throw new Error("The pages of buyers were not compared after the start.");
  }
}

/** The longest wait for the check after the start, which begins half a minute after it, ms. */
const firstCheckMs = 90_000;

/** The days for which the certificate of the panel is valid, before and after it has been left to end. */
const certificateDays = { good: 90, ending: 20 } as const;

/** The TLS in front of the panel. It answers nothing, because only its certificate is looked at. */
export class PanelEdge {
  private constructor(
    private readonly server: Server,
    readonly origin: string,
    /** The file of the certificates that the product trusts. */
    readonly certificatesFile: string,
    private readonly certificates: Readonly<Record<keyof typeof certificateDays, { key: string; cert: string }>>,
  ) {}

  static async open(folder: string): Promise<PanelEdge> {
    const certificates = {
      good: testCertificate(["localhost"], { days: certificateDays.good, name: "good" }),
      ending: testCertificate(["localhost"], { days: certificateDays.ending, name: "ending" }),
    };
    const file = join(folder, "certificates.pem");
    await writeFile(file, certificates.good.cert + certificates.ending.cert);
    const port = await freePort();
    const server = createServer(certificates.good);
    await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
    return new PanelEdge(server, `https://localhost:${port}`, file, certificates);
  }

  /** Serves the certificate that ends in ninety days, or the one that ends in twenty. */
  serve(which: keyof typeof certificateDays): void {
    this.server.setSecureContext(this.certificates[which]);
  }

  close(): void {
    this.server.close().closeAllConnections();
  }
}
