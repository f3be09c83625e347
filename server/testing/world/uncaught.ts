/** Collects the uncaught exceptions during the work, each of which would have ended the process. */
export async function uncaughtDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", note);
  await work();
  process.off("uncaughtException", note);
  for (const other of others) process.on("uncaughtException", other);
  return uncaught;
}
