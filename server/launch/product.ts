import { spawn } from "node:child_process";
import { join } from "node:path";
import { LaunchFailure } from "./failure";
import { projectRoot } from "./project";

export type Product = {
  /** Resolves when the web server ends, with a sentence about the end. */
  ended: Promise<string>;
  /** Stops the web server after it has finished its requests. */
  stop(): Promise<void>;
  kill(): void;
};

/** The time limit of a stop in ms: the web server gives requests 20 s, and needs more for its background work. */
const stopTimeoutMs = 40_000;

/** A message of the web server to its launcher. */
type Message = { kind: "ready" } | { kind: "failed"; sentence: string };

/** Starts the web server and waits until it serves. @throws LaunchFailure with the server's message when it cannot start */
export const startProduct = async (env: Record<string, string>, isDevelopment: boolean): Promise<Product> => {
  const child = spawn(process.execPath, [join(projectRoot, "server.mjs"), ...(isDevelopment ? ["--dev"] : [])], {
    cwd: projectRoot,
    env: { ...process.env, ...env, NODE_ENV: isDevelopment ? "development" : "production" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(`The web server ended unexpectedly (${signal ?? `code ${code}`}).`));
    child.once("error", (error) => resolve(`The web server could not be started: ${error.message}.`));
  });
  const product: Product = {
    ended: exited,
    stop: async () => {
      child.kill("SIGTERM");
      const killTimer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
      await exited;
      clearTimeout(killTimer);
    },
    kill: () => child.kill("SIGKILL"),
  };
  const failure = await new Promise<string | undefined>((resolve) => {
    child.on("message", (message: Message) => resolve(message.kind === "failed" ? message.sentence : undefined));
    void exited.then(resolve);
  });
  if (failure === undefined) return product;
  await product.stop();
  throw new LaunchFailure(failure);
};
