import { spawn } from "node:child_process";
import { join } from "node:path";
import { LaunchFailure } from "./failure";
import { projectRoot } from "./project";

export type Product = {
  /** Resolves when it ended by itself, with a sentence about it. */
  ended: Promise<string>;
  /** Lets it finish its requests. */
  stop(): Promise<void>;
  kill(): void;
};

/** It gives its requests 20 s, and its own work some more. */
const patienceMs = 40_000;

/** What the server tells its launcher. */
type Message = { kind: "ready" } | { kind: "failed"; sentence: string };

/** Starts the web server and waits until it serves. Throws LaunchFailure with its own words when it does not. */
export const startProduct = async (env: Record<string, string>, isDevelopment: boolean): Promise<Product> => {
  const child = spawn(
    process.execPath,
    [join(projectRoot, "server.mjs"), ...(isDevelopment ? ["--dev"] : [])],
    {
      cwd: projectRoot,
      env: { ...process.env, ...env, NODE_ENV: isDevelopment ? "development" : "production" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  const exited = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) =>
      resolve(`The web server ended unexpectedly (${signal ?? `code ${code}`}).`),
    );
    child.once("error", (error) => resolve(`The web server could not be started: ${error.message}.`));
  });
  const product: Product = {
    ended: exited,
    stop: async () => {
      child.kill("SIGTERM");
      const impatience = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      await exited;
      clearTimeout(impatience);
    },
    kill: () => child.kill("SIGKILL"),
  };
  const failure = await new Promise<string | undefined>((resolve) => {
    child.on("message", (message: Message) =>
      resolve(message.kind === "failed" ? message.sentence : undefined),
    );
    void exited.then(resolve);
  });
  if (failure === undefined) return product;
  await product.stop();
  throw new LaunchFailure(failure);
};
