/** Starts the product once per server process and passes it to the custom server, which is bundled separately. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { processGlobal } = await import("@/server/process-global");
  const front = processGlobal<{ started(): void; failed(error: unknown): void }>("front").value;
  const { startRuntime } = await import("@/server/runtime");
  try {
    processGlobal("runtime").value = await startRuntime();
    front?.started();
  } catch (error) {
    // The framework would only print an error that is thrown here, and would repeat the start with every request.
    if (front === undefined) throw error;
    front.failed(error);
  }
}
