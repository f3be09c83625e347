import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Knowledge, startTestNameServer } from "@/server/testing/receivers/name-server";
import { type Instance, type InstanceSettings, removeData, startInstance } from "@/server/testing/run/instance";
import { type Installation, startInstallation } from "../live/installation";
import { openSandbox, type Sandbox } from "../support/sandbox";
import type { Run } from "./check";

/** The instances of a run. Each one has new data and free ports, and ends with the run. */
export class Instances {
  readonly #started: Instance[] = [];
  #budgets: Promise<Sandbox> | undefined;
  #live: Promise<Installation> | undefined;
  readonly #names: Record<string, Knowledge> = {};
  #closeNames: (() => Promise<void>) | undefined;

  /** Starts the sandbox of `e2e/support`, unless E2E_SANDBOX names one that runs already. */
  async startRaised(): Promise<void> {
    if (process.env.E2E_SANDBOX !== undefined) return;
    const { sandboxFile } = await this.start({ env: { RATE_LIMIT_MULTIPLIER: "1000" } });
    process.env.E2E_SANDBOX = sandboxFile;
  }

  async start(settings: InstanceSettings): Promise<Instance> {
    const instance = await startInstance(settings);
    this.#started.push(instance);
    return instance;
  }

  /** Returns what the checks may use. */
  toRun(choice: Pick<Run, "seed" | "rounds">): Run {
    return {
      ...choice,
      start: (settings) => this.start(settings),
      budgets: () => {
        this.#budgets ??= this.#startBudgets();
        return this.#budgets;
      },
      live: () => {
        this.#live ??= this.#startLive();
        return this.#live;
      },
      names: async () => ({ names: this.#names }),
    };
  }

  /** Stops everything that was started, and removes its data. */
  async close(): Promise<void> {
    const live = await this.#live?.catch(() => undefined);
    await live?.close();
    await this.#closeNames?.();
    for (const instance of this.#started.splice(0)) {
      await instance.stop();
      await removeData(instance);
    }
  }

  async #startLive(): Promise<Installation> {
    const server = await startTestNameServer(this.#names);
    this.#closeNames = server.close;
    // The checks connect from an address that is in none of these networks, so they are never believed as a proxy.
    return startInstallation({ LIVE_WALK_NAME_SERVER: server.address, TRUSTED_PROXIES: "192.0.2.0/24" });
  }

  async #startBudgets(): Promise<Sandbox> {
    const { sandboxFile } = await this.start({ env: { RATE_LIMIT_MULTIPLIER: "1" } });
    process.env.E2E_LIMITS_SANDBOX = sandboxFile;
    return openSandbox("E2E_LIMITS_SANDBOX");
  }
}

/** Reads the `sandbox.json` of an instance that a check has started. */
export const readSandbox = ({ sandboxFile }: Instance): Sandbox => ({
  ...JSON.parse(readFileSync(sandboxFile, "utf8")),
  dataDir: dirname(sandboxFile),
});
