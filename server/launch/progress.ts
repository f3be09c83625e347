/** Prints what a slow step does and how long it took. On a terminal the line shows the seconds meanwhile. */
export const withProgress = async <T>(doing: string, done: string, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1000);
  const isTerminal = process.stdout.isTTY === true;
  const show = () => process.stdout.write(`\r${doing} … ${seconds()} s`);
  const ticking = isTerminal ? setInterval(show, 1000) : undefined;
  process.stdout.write(`${doing} …${isTerminal ? "" : "\n"}`);
  try {
    const result = await work();
    process.stdout.write(
      `${isTerminal ? "\r\x1b[K" : ""}${done} in ${((performance.now() - start) / 1000).toFixed(1)} s\n`,
    );
    return result;
  } catch (error) {
    if (isTerminal) process.stdout.write("\n");
    throw error;
  } finally {
    clearInterval(ticking);
  }
};
