/** Starts the product once per server process and hands it to the server in front, which the framework cannot reach. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const shared = globalThis as { [key: symbol]: unknown };
  const front = shared[Symbol.for("vezne.front")] as
    | { failed(error: unknown): void; started(): void }
    | undefined;
  const { startRuntime } = await import("@/server/runtime");
  try {
    shared[Symbol.for("vezne.runtime")] = await startRuntime();
    front?.started();
  } catch (error) {
    // Thrown from here it would only be printed, and the start be tried again with every request.
    if (front === undefined) throw error;
    front.failed(error);
  }
}
